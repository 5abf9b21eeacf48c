// For the operator console: what the gateway's API for operators returns.
export type {
  AdminOrders,
  AdminProject,
  AuditPage,
  GatewayStatus,
  UsageRow,
} from '../api/admin.js'
