import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { ConsoleParams, ConsoleResult, ConsoleRoute } from '../api.js'
import { appendLog, checkLog, listLog } from './audit.js'
import type { ConsoleContext } from './context.js'
import { ConsoleError } from './errors.js'
import {
  acceptInvite,
  assertPasskeys,
  changeRole,
  createInvite,
  listOperators,
  type Operator,
  readInvite,
  removeOperator,
  withdrawInvite,
} from './operators.js'
import {
  beginCeremony,
  type CeremonyKind,
  createAddOptions,
  createSignInOptions,
  endCeremony,
  listPasskeys,
  removePasskey,
  renamePasskey,
  storePasskey,
  verifyNewPasskey,
  verifySignIn,
} from './passkeys.js'
import { readRelay } from './relay.js'
import { describeServices, notConfigured } from './services.js'
import { createSession, endSession, type Session } from './sessions.js'

/** The browser's side of a request. */
export type Caller = {
  /** Throws `SIGN_IN` without one. */
  readonly session: Session
  /** Token of the ceremony that the browser has begun. */
  readonly ceremony: string | undefined
  readonly setSession: (token: string | undefined) => void
  readonly setCeremony: (token: string | undefined) => void
}

type Handlers = {
  readonly [route in ConsoleRoute]: (
    context: ConsoleContext,
    params: ConsoleParams<route>,
    caller: Caller,
  ) => Promise<ConsoleResult<route>>
}

/** Returns the link of an invitation. The token goes into the fragment, which browsers don't send. */
export function toInviteLink(publicUrl: URL, token: string): string {
  return `${new URL('/invite', publicUrl).href}#${token}`
}

async function begin<options extends { readonly challenge: string }>(
  context: ConsoleContext,
  { setCeremony }: Caller,
  { kind, options }: { readonly kind: CeremonyKind; readonly options: options },
): Promise<options> {
  setCeremony(await beginCeremony(context, { kind, challenge: options.challenge }))
  return options
}

async function verifyAdded(
  context: ConsoleContext,
  { ceremony, setCeremony }: Caller,
  response: RegistrationResponseJSON,
): ReturnType<typeof verifyNewPasskey> {
  const challenge = await endCeremony(context, { kind: 'add', token: ceremony })
  setCeremony(undefined)
  return verifyNewPasskey(context, { response, challenge })
}

async function signIn(
  context: ConsoleContext,
  { setSession }: Pick<Caller, 'setSession'>,
  { operator, by }: { readonly operator: Operator; readonly by: string },
): Promise<void> {
  const token = await context.database.inTransaction(async (client) => {
    const made = await createSession(context, client, operator.id)
    await appendLog(context, client, { event: 'signIn.done', operator: operator.name, by })
    return made
  })
  setSession(token)
}

/** Finishes a sign-in at the identity provider. */
export async function finishSingleSignOn(
  context: ConsoleContext,
  { ceremony, setCeremony, setSession, url }: Omit<Caller, 'session'> & { readonly url: URL },
): Promise<void> {
  const { singleSignOn } = context
  if (!singleSignOn) throw new ConsoleError('Single sign-on is not configured.', { code: 'NOT_FOUND' })
  const secrets = await endCeremony(context, { kind: 'single-sign-on', token: ceremony })
  setCeremony(undefined)
  const operator = await singleSignOn.finish(context, { url, secrets })
  await signIn(context, { setSession }, { operator, by: singleSignOn.name })
}

export const handlers: Handlers = {
  'GET /api/sign-in': async ({ singleSignOn }) => ({ singleSignOn: singleSignOn?.name ?? null }),
  'POST /api/sign-in/options': async (context, _, caller) =>
    begin(context, caller, { kind: 'sign-in', options: await createSignInOptions(context) }),
  'POST /api/sign-in/provider': async (context, _, { setCeremony }) => {
    if (!context.singleSignOn) throw new ConsoleError('Single sign-on is not configured.', { code: 'NOT_FOUND' })
    const { url, secrets } = await context.singleSignOn.begin()
    setCeremony(await beginCeremony(context, { kind: 'single-sign-on', challenge: secrets }))
    return { url }
  },
  'POST /api/sign-in': async (context, { response }, caller) => {
    const challenge = await endCeremony(context, { kind: 'sign-in', token: caller.ceremony })
    caller.setCeremony(undefined)
    const answer = { response: response as AuthenticationResponseJSON, challenge }
    await signIn(context, caller, { operator: await verifySignIn(context, answer), by: 'passkey' })
    return {}
  },
  'POST /api/invite/options': async (context, { token }, caller) => {
    const { name, role } = await readInvite(context, context.database, token)
    const options = await createAddOptions(context, { name })
    return { name, role, options: await begin(context, caller, { kind: 'add', options }) }
  },
  'POST /api/invite': async (context, { token, passkey: name, response }, caller) => {
    const passkey = await verifyAdded(context, caller, response)
    const operator = await context.database.inTransaction(async (client) => {
      const accepted = await acceptInvite(context, client, token)
      await storePasskey(context, client, { operator: accepted, name, passkey })
      return accepted
    })
    await signIn(context, caller, { operator, by: 'invitation' })
    return {}
  },
  'GET /api/session': async ({ services }, _, { session: { operator, idleAt, endsAt } }) => ({
    operator,
    services: describeServices(services),
    idleAt,
    endsAt,
  }),
  'POST /api/sign-out': async (context, _, { session, setSession }) => {
    await endSession(context, session.tokenHash)
    await context.database.inTransaction((client) =>
      appendLog(context, client, { event: 'signOut', operator: session.operator.name }),
    )
    setSession(undefined)
    return {}
  },
  'GET /api/passkeys': async (context, _, { session }) => ({
    passkeys: await listPasskeys(context, session.operator),
  }),
  'POST /api/passkeys/options': async (context, _, caller) =>
    begin(context, caller, {
      kind: 'add',
      options: await createAddOptions(context, assertPasskeys(caller.session.operator)),
    }),
  'POST /api/passkeys': async (context, { passkey: name, response }, caller) => {
    const passkey = await verifyAdded(context, caller, response)
    const { operator } = caller.session
    await context.database.inTransaction((client) => storePasskey(context, client, { operator, name, passkey }))
    return {}
  },
  'POST /api/passkeys/rename': async (context, params, { session: { operator } }) => {
    await renamePasskey(context, { ...params, operator })
    return {}
  },
  'POST /api/passkeys/remove': async (context, params, { session }) => {
    await removePasskey(context, { ...params, session })
    return {}
  },
  'GET /api/operators': (context) => listOperators(context),
  'POST /api/operators/invite': async (context, params, { session }) => {
    const { token, expiresAt } = await createInvite(context, { ...params, by: session.operator.name })
    return { link: toInviteLink(context.publicUrl, token), expiresAt }
  },
  'POST /api/operators/withdraw': async (context, params, { session }) => {
    await withdrawInvite(context, { ...params, by: session.operator.name })
    return {}
  },
  'POST /api/operators/role': async (context, params, { session }) => {
    await changeRole(context, { ...params, by: session.operator.name })
    return {}
  },
  'POST /api/operators/remove': async (context, params, { session }) => {
    await removeOperator(context, { ...params, by: session.operator.name })
    return {}
  },
  'GET /api/audit': async (context, params) => ({ entries: await listLog(context, params) }),
  'GET /api/audit/check': (context) => checkLog(context),
  'GET /api/relay': async ({ services }) => {
    if (!services.relay) throw notConfigured('relay')
    return readRelay(services.relay)
  },
}
