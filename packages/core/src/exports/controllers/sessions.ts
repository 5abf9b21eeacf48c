export { type RequestPermissionsRequest, requestPermissions } from '../../controllers/sessions/permissions.js'
export { endSmartSession, listSmartSessions } from '../../controllers/sessions/smartSessions.js'
