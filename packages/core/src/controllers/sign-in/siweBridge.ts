import type { Siwx, SiwxMessage, SiwxMessageFields, SiwxSession } from '../../contracts/auth.js'
import { SignInRefusedError, SignOutFailedError } from '../../errors/signIn.js'
import { setTimer } from '../../modal/attempts.js'
import { internals, type Modal } from '../../modal/modal.js'
import type { SiweConfig, SiweMessageFields, SiweSession } from '../../modal/options/siweConfig.js'
import { type CaipNetworkId, isSameAddress, type Namespace, parseCaipNetworkId } from '../../utils/caip.js'

/** Default of `sessionRefetchIntervalMs`. */
const defaultInterval = 300_000

/** Adapts a `siweConfig` to SIWX. It supports EVM only; accounts of other namespaces count as signed in. */
export function createSiweBridge(modal: Modal, config: SiweConfig): Siwx {
  const { env } = modal
  const { sessionRefetchIntervalMs: interval = defaultInterval } = config

  async function signOut(): Promise<void> {
    if (!(await config.signOut())) throw new SignOutFailedError()
    config.onSignOut?.()
  }

  let revoking: Promise<void> | undefined
  async function endSession(): Promise<void> {
    if (await config.getSession()) await signOut()
  }

  async function revoke(namespace: Namespace | undefined): Promise<void> {
    if (namespace !== 'eip155') return
    // the server has one session for all networks and accounts, and sign-out revokes several of them at once
    revoking ??= endSession().finally(() => {
      revoking = undefined
    })
    await revoking
  }

  return {
    async createMessage({ accountAddress, chainId, notBefore }) {
      const nonce = await config.getNonce(accountAddress)
      const params = (await config.getMessageParams?.()) ?? {}
      const location = env.window()?.location
      const fields: SiweMessageFields = {
        domain: location?.host ?? '',
        uri: location?.href ?? '',
        version: '1',
        iat: new Date(env.now()).toISOString(),
        ...(notBefore !== undefined && { nbf: notBefore }),
        ...params,
        address: accountAddress,
        chainId: toReference(chainId),
        nonce,
      } as SiweMessageFields
      return toMessage(chainId, fields, config.createMessage(fields))
    },

    async addSession({ data, message, signature }) {
      if (!(await config.verifyMessage({ message, signature }))) throw new SignInRefusedError({ field: 'signature' })
      const session = await config.getSession()
      config.onSignIn?.(session ?? { address: data.accountAddress, chainId: toReference(data.chainId) })
    },

    async getSessions(chainId, address) {
      if (!isEvm(chainId)) return [toSession(chainId, address)]
      const session = await config.getSession()
      if (!session) return []
      if (isStillValid(config, session, { chainId, address })) return [toSession(chainId, address)]
      await signOut()
      return []
    },

    revokeSession: (chainId) => revoke(parseCaipNetworkId(chainId)?.namespace),
    revokeAccount: revoke,

    async setSessions(sessions) {
      // a session can only be ended here; the server creates them
      if (sessions.length === 0) await endSession()
    },

    getRequired: () => config.required ?? true,
    signOutOnDisconnect: config.signOutOnDisconnect ?? true,

    onChange(listener) {
      const { timers } = modal[internals]
      const schedule = (): void =>
        setTimer(
          modal,
          'siwe',
          () => {
            schedule()
            listener()
          },
          interval,
        )
      schedule()
      return () => timers.get('siwe')?.()
    },
  }
}

const isEvm = (chainId: CaipNetworkId): boolean => parseCaipNetworkId(chainId)?.namespace === 'eip155'

const toReference = (chainId: CaipNetworkId): number => Number(parseCaipNetworkId(chainId)?.reference)

/** Whether a session of the server is still valid for the current account and network. */
function isStillValid(
  { signOutOnAccountChange = true, signOutOnNetworkChange = true }: SiweConfig,
  session: SiweSession,
  { chainId, address }: { readonly chainId: CaipNetworkId; readonly address: string },
): boolean {
  const isSameOwner = isSameAddress('eip155', session.address, address)
  const isSameNetwork = Number(session.chainId) === toReference(chainId)
  return (isSameOwner || !signOutOnAccountChange) && (isSameNetwork || !signOutOnNetworkChange)
}

function toMessage(chainId: CaipNetworkId, fields: SiweMessageFields, text: string): SiwxMessage {
  const {
    address: accountAddress,
    iat,
    nbf,
    exp,
    domain,
    uri,
    version,
    nonce,
    statement,
    requestId,
    resources,
  } = fields
  return {
    accountAddress,
    chainId,
    domain,
    uri,
    version,
    nonce,
    issuedAt: iat,
    notBefore: nbf,
    expirationTime: exp,
    statement,
    requestId,
    resources,
    toString: () => text,
  }
}

/** Creates a session without message and signature, which only the server has. */
function toSession(chainId: CaipNetworkId, accountAddress: string): SiwxSession {
  const data: SiwxMessageFields = { accountAddress, chainId, domain: '', uri: '', version: '1', nonce: '' }
  return { data, message: '', signature: '' }
}
