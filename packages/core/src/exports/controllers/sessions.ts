export { endSmartSession } from '../../controllers/smartSessions/endSmartSession.js'
export { listSmartSessions } from '../../controllers/smartSessions/listSmartSessions.js'
