import { toNetwork } from '@latchkey/server-kit/http'
import { setRoute } from '@latchkey/server-kit/trace'
import type { CallReply, CallRequest, CustodyMethod } from '../../protocol/custody.js'
import { parseLanguage } from '../../words/words.js'
import type { Custody } from '../custody.js'
import { type Call, findCaller } from '../devices/caller.js'
import { toBrowserName, toRoughPlace } from '../devices/client.js'
import { sayHello } from '../devices/sayHello.js'
import { isOwnPage, spendStatement, verifyStatement } from '../devices/statement.js'
import { CallError } from '../errors/callError.js'
import { applyDueLosses } from '../factors/loss.js'
import { assertActive } from '../freezes/operatorFreeze.js'
import { toEmailBrand } from '../mail/emails.js'
import { reportingCopies } from '../passkeys/ceremony.js'
import { applyDueSeals } from '../seals/pendingSeal.js'
import { type Handlers, handlers } from './handlers.js'
import { parseCall } from './parseCall.js'

/**
 * Methods that stay available to a user frozen by an operator: read, log out, and let another user log in. Their own
 * login is refused only after it has succeeded, so that only the owner learns that a wallet is frozen.
 */
const whileFrozen: readonly CustodyMethod[] = [
  ...(['user.get', 'session.end', 'devices.list', 'account.get', 'account.offers'] as const),
  ...(['calls.get', 'permissions.list'] as const),
  ...(['request.reject', 'seal.lock', 'email.start', 'email.device', 'email.verify'] as const),
  ...(['passkey.start', 'passkey.finish'] as const),
  ...(['social.start', 'social.finish', 'farcaster.start', 'farcaster.wait'] as const),
  ...(['phone.start', 'phone.verify', 'factors.login'] as const),
  ...(['token.login', 'guest.login'] as const),
]

/** Answers one call of a device. Throws CallError if it is refused. */
export async function answerCall(
  custody: Custody,
  { statement: text, signature, credential, ip, userAgent, language }: CallRequest,
  signal: AbortSignal,
): Promise<CallReply> {
  const network = toNetwork(ip)
  custody.calls.admitSource(network)
  const statement = verifyStatement(custody, { statement: text, signature })
  custody.calls.admitDevice(statement.thumbprint)
  const call = parseCall(statement)
  setRoute(`/call/${call.method}`)
  assertPage(custody, { method: call.method, origin: statement.origin })
  await spendStatement(custody, statement)
  const { project, origin, thumbprint } = statement
  if (call.method === 'hello')
    return sayHello(custody, { site: { project, origin }, thumbprint, credential, params: call.params, ip })
  const caller = await findCaller(custody, custody.database, { statement, credential })
  if (caller.session && !whileFrozen.includes(call.method))
    await assertActive(custody, custody.database, caller.session.userId)
  // due seals and losses take effect now, whether or not anybody has looked since
  const user = (caller.session ?? caller.waiting)?.userId
  if (user !== undefined && usesWallet(call.method)) {
    if (caller.session) await applyDueSeals(custody, user)
    await applyDueLosses(custody, user)
  }
  const requester = {
    origin,
    browser: toBrowserName(userAgent),
    place: toRoughPlace(ip) ?? null,
    language: parseLanguage(language ?? ''),
    brand: toEmailBrand(custody.projects, project),
  }
  const handle = handlers[call.method] as Handlers[Exclude<CustodyMethod, 'hello'>] as (
    call: Call,
    params: unknown,
  ) => Promise<never>
  const context = { custody, caller, ip, requester, signal }
  const work = (): Promise<never> => reportingCopies(context, () => handle(context, call.params))
  if (!isWait(call.method)) return { result: await work() }
  return { result: await custody.calls.wait({ network, deviceId: caller.deviceId }, work) }
}

/** Long polls, answered after 20 seconds at the latest. */
function isWait(method: CustodyMethod): boolean {
  return method === 'email.device' || method === 'social.finish' || method === 'farcaster.wait'
}

function usesWallet(method: CustodyMethod): boolean {
  return /^(?:account|factors|logins|recovery|seal|selfCustody|wallets|request|operation|update|user)\./.test(method)
}

/**
 * Throws `NOT_HERE` if the page may not make this call: changes that outlive a session are made in the vault's own
 * window, which signs nothing.
 */
function assertPage(
  { publicUrl }: Pick<Custody, 'publicUrl'>,
  { method, origin }: { readonly method: CustodyMethod; readonly origin: string },
): void {
  const isOwn = isOwnPage({ publicUrl }, { origin })
  // each device unlocks for itself
  const isForAny = /^(?:seal\.(?:get|ask|unlock|lock)|factors\.(?:login|passkey|keep))$/.test(method)
  const isForOwn = !isForAny && /^(?:account|consent|factors|logins|recovery|seal|selfCustody|wallets)\./.test(method)
  const isForApps = /^(?:request|token|guest)\./.test(method)
  if (isOwn ? isForApps : isForOwn)
    throw new CallError(isOwn ? 'Do this in the app.' : `Do this at ${publicUrl}/account.`, { code: 'NOT_HERE' })
}
