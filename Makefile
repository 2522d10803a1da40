# The commands of this project. CGO is needed by the race detector alone; the
# binary is static.

BINARY := bin/hostwitness
GO     ?= go

.PHONY: all build test check demo install bench docs examples update clean pairs

all: build

build:
	CGO_ENABLED=0 $(GO) build -trimpath -o $(BINARY) ./cmd/hostwitness

test: check
	$(GO) test -race -timeout 60m ./...

check:
	@unformatted=$$(gofmt -l $$(git ls-files '*.go' 2>/dev/null || find . -name '*.go')); \
	if [ -n "$$unformatted" ]; then echo "not gofmt-clean: $$unformatted"; exit 1; fi
	$(GO) vet ./...

# The demo signs with a key of its own, made anew each time, or with the one in
# HOSTWITNESS_SIGNING_KEY.
demo: build
	@if [ -n "$$HOSTWITNESS_SIGNING_KEY" ]; then \
	  $(BINARY) run --host embedded --out evidence --force; \
	else \
	  rm -f demo-key.pem pub.pem && \
	  $(BINARY) keygen --key-id demo --out demo-key.pem > pub.pem && \
	  $(BINARY) run --host embedded --out evidence --key demo-key.pem --force && \
	  $(BINARY) verify evidence --pin pub.pem; \
	fi

install:
	CGO_ENABLED=0 $(GO) install -trimpath ./cmd/hostwitness

# Many pairs of sabotages in one host each, chosen by the seed; the tests run a few.
pairs:
	$(GO) test ./cmd/hostwitness/app -run TestPairsOfSabotagesAreConvicted -count 1 -timeout 60m -pairs 300

bench:
	$(GO) test -run '^$$' -bench . -benchmem -count 5 ./witness/sse ./cmd/hostwitness/app

# The recorded examples of explain that are missing or no longer say what they should, from hosts in fake time.
examples:
	$(GO) test ./cmd/hostwitness/app -run TestExamplesAreJudgedAsTheySay -count 1 -examples

# The pages that are made of the catalogue.
docs: build
	$(BINARY) list --format markdown > docs/legs.md
	$(BINARY) list --requirements --format markdown > docs/requirements.md

update:
	$(GO) test ./reports ./cmd/... -update

clean:
	rm -rf bin evidence demo-key.pem pub.pem
