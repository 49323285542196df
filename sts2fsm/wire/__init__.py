"""The wire of the STS2MCP mod: payloads, actions and replies as frozen records."""
