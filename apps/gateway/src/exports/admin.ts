// Types for the operator console: the responses of the gateway's API for operators.
export type {
  AdminOrders,
  AdminProject,
  AuditPage,
  GatewayStatus,
  UsageRow,
} from '../api/admin.js'
