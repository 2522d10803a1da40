package signature

// Reason says why a receiver refuses a delivery.
type Reason string

// The reasons. The first that applies, in this order, is the one given.
const (
	Accepted             Reason = ""
	HeaderMissing        Reason = "header_missing"
	SecretMalformed      Reason = "secret_malformed"
	IDMalformed          Reason = "id_malformed"
	AlgorithmUnsupported Reason = "algorithm_unsupported"
	TimestampMalformed   Reason = "timestamp_malformed"
	TimestampTooOld      Reason = "timestamp_too_old"
	TimestampInFuture    Reason = "timestamp_in_future"
	SignatureMalformed   Reason = "signature_malformed"
	SignatureMismatch    Reason = "signature_mismatch"
)
