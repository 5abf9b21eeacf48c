import type { OperatorAction } from '@latchkey/vault/operators'

// Permissions by role. The server enforces this table for every route, and the pages hide what their operator may not do.

export const roles: readonly ['owner', 'support', 'auditor'] = ['owner', 'support', 'auditor']
export type Role = (typeof roles)[number]

export type Permission =
  | 'status.read'
  | `users.${'read' | 'change'}`
  | `projects.${'read' | 'change'}`
  | `proposals.${'read' | 'decide'}`
  | `signing.${'read' | 'change'}`
  | `keys.${'read' | 'rotate'}`
  | 'orders.read'
  | 'audit.read'
  | `operators.${'read' | 'change'}`
  | 'self'

/** Permissions and the roles that have them. The README shows the same table. */
export const permissions: Readonly<Record<Permission, readonly Role[]>> = {
  'status.read': ['owner', 'support', 'auditor'],
  'users.read': ['owner', 'support', 'auditor'],
  'users.change': ['owner', 'support'],
  'projects.read': ['owner', 'support', 'auditor'],
  'projects.change': ['owner'],
  'proposals.read': ['owner', 'support', 'auditor'],
  'proposals.decide': ['owner', 'support'],
  'signing.read': ['owner', 'support', 'auditor'],
  'signing.change': ['owner'],
  'keys.read': ['owner', 'auditor'],
  'keys.rotate': ['owner'],
  'orders.read': ['owner', 'support', 'auditor'],
  'audit.read': ['owner', 'auditor'],
  'operators.read': ['owner', 'auditor'],
  'operators.change': ['owner'],
  /** Their own sessions and passkeys. */
  self: ['owner', 'support', 'auditor'],
}

export function isAllowed(role: Role, permission: Permission): boolean {
  return permissions[permission].includes(role)
}

/** A header of requests that a page sends by itself, again and again: they don't keep a session alive. */
export const pollHeader = 'x-latchkey-poll'

export type ServiceName = 'vault' | 'gateway' | 'relay'

/** Requests of the pages that the console passes on under its own token, below `/api/vault` and `/api/gateway`. No others are. */
export const forwarded: Readonly<Record<'vault' | 'gateway', Readonly<Record<string, Permission>>>> = {
  vault: {
    'GET /v1/me': 'status.read',
    'GET /v1/health': 'status.read',
    'GET /v1/usage': 'status.read',
    'GET /v1/users': 'users.read',
    'GET /v1/user': 'users.read',
    'GET /v1/devices': 'users.read',
    'GET /v1/events': 'users.read',
    'GET /v1/projects': 'projects.read',
    'GET /v1/webhooks': 'projects.read',
    'GET /v1/api-keys': 'projects.read',
    'GET /v1/signing': 'signing.read',
    'GET /v1/proposals': 'proposals.read',
    'GET /v1/keys': 'keys.read',
    'GET /v1/audit': 'audit.read',
    'GET /v1/audit-check': 'audit.read',
    /** Also needs the action's permission in {@link actionPermissions}. */
    'POST /v1/act': 'self',
    /** Also needs the proposed action's permission in {@link actionPermissions}. */
    'POST /v1/approve': 'proposals.decide',
    'POST /v1/reject': 'proposals.decide',
  },
  gateway: {
    'GET /admin/v1/status': 'status.read',
    'GET /admin/v1/usage': 'status.read',
    'GET /admin/v1/projects': 'projects.read',
    'PUT /admin/v1/projects/{id}': 'projects.change',
    'DELETE /admin/v1/projects/{id}': 'projects.change',
    'GET /admin/v1/orders': 'orders.read',
    'GET /admin/v1/audit': 'audit.read',
  },
}

/** The permission that each action of the vault requires. Unlisted actions are refused. */
const actionPermissions: Readonly<Record<OperatorAction, Permission>> = {
  'user.freeze': 'users.change',
  'user.unfreeze': 'users.change',
  'device.revoke': 'users.change',
  'devices.revoke': 'users.change',
  'sessions.revoke': 'signing.change',
  'signing.stop': 'signing.change',
  'signing.start': 'signing.change',
  'project.save': 'projects.change',
  'project.delete': 'projects.change',
  'webhook.save': 'projects.change',
  'webhook.rotate': 'projects.change',
  'webhook.delete': 'projects.change',
  'webhook.redeliver': 'projects.change',
  'apiKey.create': 'projects.change',
  'apiKey.revoke': 'projects.change',
  'keys.rotate': 'keys.rotate',
}

export function getActionPermission(action: unknown): Permission | undefined {
  return typeof action === 'string' && Object.hasOwn(actionPermissions, action)
    ? actionPermissions[action as OperatorAction]
    : undefined
}
