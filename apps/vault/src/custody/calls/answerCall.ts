import type { CallReply, CallRequest, CustodyMethod } from '../../protocol/custody.js'
import type { Custody } from '../custody.js'
import { findCaller } from '../devices/findCaller.js'
import { sayHello } from '../devices/sayHello.js'
import { toRoughPlace } from '../limits/toNetwork.js'
import { toBrowserName } from '../mail/toBrowserName.js'
import { applyDueSeals } from '../seals/pendingSeal.js'
import { spendStatement } from '../statement/spendStatement.js'
import { verifyStatement } from '../statement/verifyStatement.js'
import { assertPage } from './assertPage.js'
import type { Call, Handlers } from './call.js'
import { handlers } from './handlers.js'
import { parseCall } from './parseCall.js'

/** Answers one call of a device. Throws CustodyFault for what is refused. */
export async function answerCall(
  custody: Custody,
  { statement: text, signature, credential, ip, userAgent }: CallRequest,
  signal: AbortSignal,
): Promise<CallReply> {
  const statement = verifyStatement(custody, { statement: text, signature })
  const call = parseCall(statement)
  assertPage(custody, { method: call.method, origin: statement.origin })
  await spendStatement(custody, statement)
  const { project, origin, thumbprint } = statement
  if (call.method === 'hello')
    return sayHello(custody, { site: { project, origin }, thumbprint, credential, params: call.params, ip })
  const caller = await findCaller(custody, custody.database, { statement, credential })
  // what is due counts from this moment on, whether or not anybody has looked since
  if (caller.session && usesWallet(call.method)) await applyDueSeals(custody, caller.session.userId)
  const asker = { origin, browser: toBrowserName(userAgent), place: toRoughPlace(ip) ?? null }
  const handle = handlers[call.method] as Handlers[Exclude<CustodyMethod, 'hello'>] as (
    call: Call,
    params: unknown,
  ) => Promise<never>
  return { result: await handle({ custody, caller, ip, asker, signal }, call.params) }
}

function usesWallet(method: CustodyMethod): boolean {
  return /^(?:account|seal|wallets|request|operation|user)\./.test(method)
}
