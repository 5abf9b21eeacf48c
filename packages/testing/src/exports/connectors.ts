export {
  createTestLogin,
  type TestLogin,
  testEoa,
  testSmartAccount,
} from '../connectors/createTestLogin.js'
export { createTestPairing, type TestPairing } from '../connectors/createTestPairing.js'
