"""Written by scripts/openapi.ts: bodies and calls of the API."""
