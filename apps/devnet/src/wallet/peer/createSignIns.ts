import type { WalletKitTypes } from '@reown/walletkit'
import { buildAuthObject, populateAuthPayload } from '@walletconnect/utils'
import { toHex } from 'viem'
import type { ChainSigner } from '../chainSigner.js'
import type { ChainBook } from './createChainBook.js'
import type { Sessions } from './createSessions.js'
import type { WalletKitClient } from './createWalletKit.js'
import type { WalletStore } from './createWalletStore.js'
import { forgeSignatures } from './forgeSignatures.js'
import { toWalletApp } from './toWalletApp.js'
import { userRejected } from './userRejected.js'
import type { WalletPolicy } from './walletState.js'

export type SignIns = {
  /** Signs on these chains, for the account in use, and makes the session that was asked for. */
  readonly approve: (id: number, chains?: readonly string[] | undefined) => Promise<void>
  readonly reject: (id: number) => Promise<void>
  /** Listens to what is asked, or to nothing, as the policy says: a wallet that ignores it is asked to connect only. */
  readonly follow: () => void
  readonly destroy: () => void
}

export type CreateSignInsOptions = {
  readonly kit: WalletKitClient
  readonly store: WalletStore
  readonly signers: readonly ChainSigner[]
  readonly sessions: Sessions
  readonly book: ChainBook
  readonly getPolicy: () => WalletPolicy
}

type Question = Pick<WalletKitTypes.SessionAuthenticate, 'id' | 'params'>
type Payload = Question['params']['authPayload']
type Auths = Parameters<WalletKitClient['approveSessionAuthenticate']>[0]['auths']

/** Methods that the wallet answers itself. */
const walletMethods = ['wallet_switchEthereumChain', 'wallet_addEthereumChain']

/** Sign-ins with the consent that connects: `wc_sessionAuthenticate`, by the functions that wallets have for it. */
export function createSignIns(options: CreateSignInsOptions): SignIns {
  const { kit, store, signers, sessions, book, getPolicy } = options
  const asked = new Map<number, Payload>()
  let isFollowing = false

  const takeOff = (id: number): Payload => {
    const payload = asked.get(id)
    if (!payload) throw new Error('There is no such sign-in.')
    asked.delete(id)
    store.takeOff(id)
    return payload
  }
  const signer = signers.find(({ namespace }) => namespace === 'eip155')
  const signText = async (request: Payload, iss: string, address: string): Promise<string> => {
    const message = kit.formatAuthMessage({ request, iss })
    const call = { chain: '', method: 'personal_sign', params: [toHex(message), address], address }
    return String(await signer?.answer(call))
  }
  const sign = async (payload: Payload, chains: readonly string[]): Promise<Auths> => {
    const address = store.get().addresses.eip155
    if (!signer || !address) throw new Error('The wallet has no account on EVM.')
    const methods = [...signer.methods, ...walletMethods]
    const populated = populateAuthPayload({ authPayload: payload, chains: [...chains], methods })
    const auths: Auths = []
    for (const chain of populated.chains) {
      const iss = `did:pkh:${chain}:${address}`
      auths.push(buildAuthObject(populated, { t: 'eip191', s: await signText(populated, iss, address) }, iss))
    }
    return auths
  }

  const approve: SignIns['approve'] = async (id, chosen) => {
    const payload = takeOff(id)
    const { chains: forced, signInFault } = getPolicy()
    const chains = chosen ?? forced ?? payload.chains.filter(book.has)
    const given = signInFault === 'nonce' ? { ...payload, nonce: 'somethingElse1' } : payload
    // only for a test may a chain be signed for that nobody asked for
    const auths = await sign({ ...given, chains: forced ? [...forced] : given.chains }, chains)
    const [first = '', other = first] = signer?.addresses ?? []
    const restore =
      signInFault === 'key'
        ? forgeSignatures(kit, ({ p }) => signText({ ...payload, ...p } as Payload, p.iss, other))
        : undefined
    try {
      await kit.approveSessionAuthenticate({ id, auths })
      store.note(`Signed in on ${auths.length} chains`)
    } finally {
      restore?.()
      sessions.refresh()
    }
  }
  const reject: SignIns['reject'] = async (id) => {
    takeOff(id)
    store.note('Rejected a sign-in')
    await kit.rejectSessionAuthenticate({ id, reason: userRejected })
  }
  const attend = (work: Promise<void>): void =>
    void work.catch((error: unknown) => store.note(`Failed: ${error instanceof Error ? error.message : String(error)}`))

  const onQuestion = ({ id, params }: Question): void => {
    const { requester, authPayload, expiryTimestamp } = params
    const app = toWalletApp(requester.metadata)
    asked.set(id, authPayload)
    store.note(`${app.name} asks for a sign-in`)
    const { signIns } = getPolicy()
    if (signIns === 'approve') attend(approve(id))
    else if (signIns === 'reject') attend(reject(id))
    else {
      const { chains, statement = '', domain } = authPayload
      const signIn = { id, app, chains, statement, domain, expiresAt: expiryTimestamp * 1_000 }
      store.set({ signIns: [...store.get().signIns, signIn] })
    }
  }
  const stop = (): void => {
    if (isFollowing) kit.off('session_authenticate', onQuestion)
    isFollowing = false
  }
  return {
    approve,
    reject,
    follow: () => {
      const isWanted = getPolicy().signIns !== 'ignore'
      if (!isWanted) stop()
      else if (!isFollowing) kit.on('session_authenticate', onQuestion)
      isFollowing = isWanted
    },
    destroy: stop,
  }
}
