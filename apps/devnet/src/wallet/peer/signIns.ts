import type { WalletKitTypes } from '@reown/walletkit'
import { buildAuthObject, populateAuthPayload } from '@walletconnect/utils'
import { toHex } from 'viem'
import { type ChainSigner, userRejected } from '../signer.js'
import type { ChainBook } from './chainBook.js'
import type { WalletKitClient } from './kit.js'
import { type Sessions, toWalletApp } from './sessions.js'
import type { WalletPolicy, WalletStore } from './state.js'

type SignIns = {
  /** Signs on these chains for the active account, and creates the session. */
  readonly approve: (id: number, chains?: readonly string[] | undefined) => Promise<void>
  readonly reject: (id: number) => Promise<void>
  /** Listens to sign-ins unless the policy ignores them: apps then ask such a wallet to connect only. */
  readonly follow: () => void
  readonly destroy: () => void
}

type CreateSignInsOptions = {
  readonly kit: WalletKitClient
  readonly store: WalletStore
  readonly signers: readonly ChainSigner[]
  readonly sessions: Sessions
  readonly book: ChainBook
  readonly getPolicy: () => WalletPolicy
}

type SignInRequest = Pick<WalletKitTypes.SessionAuthenticate, 'id' | 'params'>

type Payload = SignInRequest['params']['authPayload']

type Auths = Parameters<WalletKitClient['approveSessionAuthenticate']>[0]['auths']

/** Methods that the wallet handles itself. */
const walletMethods = ['wallet_switchEthereumChain', 'wallet_addEthereumChain']

/** Handles one-click sign-in (`wc_sessionAuthenticate`). */
export function createSignIns(options: CreateSignInsOptions): SignIns {
  const { kit, store, signers, sessions, book, getPolicy } = options
  const asked = new Map<number, Payload>()
  let isFollowing = false

  const takeOff = (id: number): Payload => {
    const payload = asked.get(id)
    if (!payload) throw new Error('Unknown sign-in.')
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
    if (!signer || !address) throw new Error('The wallet has no EVM account.')
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
    // tests may sign for chains that were not requested
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

  const onQuestion = ({ id, params }: SignInRequest): void => {
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

type Cacao = Parameters<WalletKitClient['approveSessionAuthenticate']>[0]['auths'][number]

type Reply = { readonly result: { readonly cacaos?: readonly Cacao[] } }

/** Members that the client's types hide. */
type Engine = { sendResult(reply: Reply): Promise<void> }

/**
 * Replaces signatures after the client's own check, which rejects forged ones. Returns a function that undoes it.
 * @param sign returns the signature to send instead
 */
function forgeSignatures(kit: WalletKitClient, sign: (cacao: Cacao) => Promise<string>): () => void {
  const engine = (kit.engine.signClient as unknown as { readonly engine: Engine }).engine
  const send = engine.sendResult.bind(engine)
  engine.sendResult = async (reply) => {
    const cacaos = await Promise.all(
      (reply.result.cacaos ?? []).map(async (cacao) => ({ ...cacao, s: { ...cacao.s, s: await sign(cacao) } })),
    )
    await send(reply.result.cacaos ? { ...reply, result: { ...reply.result, cacaos } } : reply)
  }
  return () => {
    engine.sendResult = send
  }
}
