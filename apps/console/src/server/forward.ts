import type { OperatorResult } from '@latchkey/vault/operators'
import { forwarded, getActionPermission, isAllowed, type Permission } from '../access.js'
import type { ConsoleContext } from './context.js'
import { ConsoleError } from './errors.js'
import type { Operator } from './operators.js'
import { notConfigured, type Service, type ServiceReply } from './services.js'

type Forwarded = { readonly service: 'vault' | 'gateway'; readonly path: string; readonly permission: Permission }

/** Finds a request of a page that is passed on, such as `GET /api/vault/v1/users`. */
export function findForwarded(method: string, pathname: string): Forwarded | undefined {
  const [, name, path = ''] = /^\/api\/(vault|gateway)(\/.+)$/.exec(pathname) ?? []
  if (name !== 'vault' && name !== 'gateway') return undefined
  const found = Object.entries(forwarded[name]).find(([route]) => {
    const [wanted, pattern = ''] = route.split(' ')
    return wanted === method && toPattern(pattern).test(path)
  })
  return found && { service: name, path, permission: found[1] }
}

const toPattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[\\w.%-]+')}$`)

type ForwardOptions = Forwarded & {
  readonly method: string
  /** With `?`, or empty. */
  readonly search: string
  readonly body: unknown
  readonly operator: Operator
}

/**
 * Passes a request on to a service, which records the operator's name. Throws `FORBIDDEN` if the role may not do what the body requests:
 * the action of the vault, or the one that a proposal would run.
 */
export async function forward(
  { services }: Pick<ConsoleContext, 'services'>,
  { service: name, path, method, search, body, operator }: ForwardOptions,
): Promise<{ readonly status: number; readonly body: string }> {
  const service = services[name]
  if (!service) throw notConfigured(name)
  if (name === 'vault') await assertAction(service, { path, body, operator })
  const reply = await service.send({
    method: method as 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: `${path}${search}`,
    body: body === undefined ? undefined : JSON.stringify(body),
    operator: operator.name,
  })
  return toReply(reply, name)
}

async function assertAction(
  service: Service,
  { path, body, operator }: Pick<ForwardOptions, 'path' | 'body' | 'operator'>,
): Promise<void> {
  if (path === '/v1/act') assertAllowed(operator, readField(body, 'action'))
  if (path !== '/v1/approve' && path !== '/v1/reject') return
  const reply = await service.send({ method: 'GET', path: '/v1/proposals', operator: operator.name })
  const { proposals } = JSON.parse(toReply(reply, 'vault').body) as Partial<OperatorResult<'GET /v1/proposals'>>
  const proposal = proposals?.find(({ id }) => id === readField(body, 'id'))
  if (!proposal) throw new ConsoleError('This proposal was decided already, or has expired.', { code: 'NOT_FOUND' })
  assertAllowed(operator, proposal.act.action)
}

function assertAllowed({ role }: Operator, action: unknown): void {
  const permission = getActionPermission(action)
  if (permission && isAllowed(role, permission)) return
  throw new ConsoleError(`Your role, ${role}, may not do this. Ask an owner.`, { code: 'FORBIDDEN' })
}

function readField(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>)[name] : undefined
}

/** Errors of both services in one form; a refused token is the console's problem, not the operator's. */
function toReply({ status, body }: ServiceReply, name: 'vault' | 'gateway'): { status: number; body: string } {
  const parsed = parseObject(body)
  if (status < 400 && parsed) return { status, body }
  const { error, message, ...rest } = parsed ?? {}
  const inner =
    typeof error === 'object' && error !== null ? (error as Record<string, unknown>) : { code: error, message }
  if (status === 401 || inner['code'] === 'NOT_DELEGATED')
    throw new ConsoleError(
      `The ${name} refused the console's token. Check ${name === 'vault' ? 'VAULT_TOKEN' : 'GATEWAY_TOKEN'}.`,
      { code: 'SERVICE_UNAVAILABLE' },
    )
  if (!parsed || typeof inner['code'] !== 'string')
    throw new ConsoleError(`The ${name} returned an invalid response.`, { code: 'SERVICE_UNAVAILABLE' })
  return { status, body: JSON.stringify({ ...rest, error: inner }) }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined // a proxy between, or another program on that port
  }
}
