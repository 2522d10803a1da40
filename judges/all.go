package judges

// All lists the judges in the order of the catalogue.
func All() []Judge {
	return []Judge{
		shape("0250.shape"),
		shape("0236.shape"),
		envelope(),
		noResume(),
		typesAdvertised(),
		hostVariant(),
		noFanOut(),
		ephemeralRefused(),
		unadvertisedRefused(),
		retryIdentity(),
		webhookScope(),
		isolation(),
		triggerBound(),
		reservedType(),
		closedBody(),
		workspaceRefused(),
		replayAdvertised(),
		resumeBacklog(),
		ephemeralNotReplayed(),
		liveHandoff(),
		replayScope(),
		cursorRefused(),
		refusalUniform(),
		refusalDiscloses(),
		legacyUnchanged(),
		authFirst(),
		holdOpen(),
		boundedClose(),
		frameBoundary(),
		resumeLossless(),
		unadvertisedHeld(),
	}
}
