export { type CreateClientTokenOptions, connectClient, createClientToken, type TestClient } from '../testing/client.js'
