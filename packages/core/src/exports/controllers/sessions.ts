export { endSmartSession, listSmartSessions } from '../../controllers/sessions/smartSessions.js'
