import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { toAddress } from './address.js'
import { type Announcement, announceEvent, requestEvent, type TronProvider } from './provider.js'

/** The user's decisions: `prompt` resolves when they agree. */
export type DevWalletOptions = {
  readonly rdns?: string | undefined
  /** Shows a prompt; rejects with `{ code: 4001 }` if the user declines. */
  readonly prompt: (question: string) => Promise<void>
}

export type DevWallet = {
  readonly announcement: Announcement
  /** Announces the wallet to a page, now and whenever the page requests it. Returns a function that stops this. */
  announce(page: EventTarget): () => void
  selectAccount(index: number): void
  selectNetwork(chainId: string): void
  /** Ends the connection in the wallet. */
  revoke(): void
  listenerCount(): number
}

const icon =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"%3E%3Crect width="32" height="32" rx="8" fill="%23232a36"/%3E%3Cpath d="M9 9h14v4h-5v11h-4V13H9z" fill="%23fff"/%3E%3C/svg%3E'

/** A TRON wallet with fresh keys, for tests and for trying the page without an extension. It signs for real. */
export function createDevWallet({ rdns = 'org.example.tron', prompt }: DevWalletOptions): DevWallet {
  const keys = [secp256k1.utils.randomSecretKey(), secp256k1.utils.randomSecretKey()]
  const listeners = new Map<string, Set<(data: never) => void>>()
  let index = 0
  let chainId = '0x2b6653dc'
  let isAllowed = false

  const getKey = (): Uint8Array => keys[index] as Uint8Array
  const getAddress = (): string =>
    toAddress(keccak_256(secp256k1.getPublicKey(getKey(), false).subarray(1)).subarray(-20))
  const emit = (event: string, data: unknown): void => {
    for (const listener of listeners.get(event) ?? []) listener(data as never)
  }

  const provider: TronProvider = {
    async request({ method, params }) {
      switch (method) {
        case 'eth_requestAccounts':
          if (!isAllowed) await prompt('Connect this site?')
          isAllowed = true
          return [getAddress()]
        case 'eth_chainId':
          return chainId
        case 'wallet_switchEthereumChain': {
          const [wanted] = params as readonly [{ readonly chainId: string }]
          await prompt(`Switch to ${wanted.chainId}?`)
          selectNetwork(wanted.chainId)
          return null
        }
        default:
          throw Object.assign(new Error(`Unknown method: ${method}.`), { code: 4200 })
      }
    },
    on(event, listener) {
      const own = listeners.get(event) ?? new Set()
      listeners.set(event, own.add(listener))
    },
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
    tronWeb: {
      get defaultAddress() {
        return { base58: isAllowed ? getAddress() : (false as const) }
      },
      trx: {
        async signMessageV2(message) {
          await prompt(`Sign "${message}"?`)
          return signMessage(message, getKey())
        },
      },
    },
  }

  function selectNetwork(next: string): void {
    chainId = next
    emit('chainChanged', next)
  }

  const info = { uuid: crypto.randomUUID(), name: 'Dev TRON wallet', icon, rdns }
  return {
    announcement: { info, provider },
    announce(page) {
      const send = (): void =>
        void page.dispatchEvent(new CustomEvent(announceEvent, { detail: Object.freeze({ info, provider }) }))
      page.addEventListener(requestEvent, send)
      send()
      return () => page.removeEventListener(requestEvent, send)
    },
    selectAccount(next) {
      index = next
      emit('accountsChanged', [getAddress()])
    },
    selectNetwork,
    revoke() {
      isAllowed = false
      emit('accountsChanged', [])
    },
    listenerCount: () => [...listeners.values()].reduce((sum, own) => sum + own.size, 0),
  }
}

function toMessageHash(message: string): Uint8Array {
  const bytes = utf8ToBytes(message)
  return keccak_256(Uint8Array.of(...utf8ToBytes(`\x19TRON Signed Message:\n${bytes.length}`), ...bytes))
}

/** Signs a text as TronWeb's `signMessageV2` does: 65 bytes of hex with 0x. */
function signMessage(message: string, key: Uint8Array): string {
  const signature = secp256k1.sign(toMessageHash(message), key, { prehash: false, format: 'recovered' })
  const [recovery = 0, ...rest] = signature
  return `0x${bytesToHex(Uint8Array.of(...rest, recovery + 27))}`
}

/** The address that signed a text. */
export function recoverAddress(message: string, signature: string): string {
  const bytes = Uint8Array.from(signature.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const recovered = Uint8Array.of((bytes[64] ?? 0) - 27, ...bytes.subarray(0, 64))
  const publicKey = secp256k1.recoverPublicKey(recovered, toMessageHash(message), { prehash: false })
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  return toAddress(keccak_256(point.subarray(1)).subarray(-20))
}
