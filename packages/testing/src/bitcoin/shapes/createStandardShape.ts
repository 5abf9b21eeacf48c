import { hex } from '@scure/base'
import type { BitcoinActions } from '../engine/bitcoinActions.js'
import type { Shape, ShapeOptions } from './shape.js'

type Account = { readonly address: string }
type MessageInput = { readonly account: Account; readonly message: Uint8Array }
type Flag = 'ALL' | 'NONE' | 'SINGLE' | `${'ALL' | 'NONE' | 'SINGLE'}|ANYONECANPAY`
type PsbtInput = {
  readonly psbt: Uint8Array
  readonly inputsToSign: readonly {
    readonly account: Account
    readonly signingIndexes: readonly number[]
    readonly sigHash?: Flag
  }[]
}

const features = ['bitcoin:connect', 'bitcoin:signMessage', 'bitcoin:signTransaction'] as const

/** A Wallet Standard wallet with the Bitcoin features. Bytes in, bytes out. */
export function createStandardShape({ actions, name, icon }: ShapeOptions): Shape {
  const provider = {
    version: '1.0.0',
    name,
    icon,
    chains: ['mainnet', 'testnet', 'signet', 'regtest'].map((network) => `bitcoin:${network}`),
    get accounts() {
      return toAccounts(actions)
    },
    features: {
      'bitcoin:connect': {
        version: '1.0.0',
        async connect(input: unknown) {
          await actions.connect(input)
          return { accounts: toAccounts(actions) }
        },
      },
      'bitcoin:signMessage': {
        version: '1.0.0',
        signMessage: (...inputs: readonly MessageInput[]) =>
          Promise.all(
            inputs.map(async ({ account, message }) => ({
              signedMessage: message,
              signature: await actions.signMessage({ address: account.address, message }, { account, message }),
            })),
          ),
      },
      'bitcoin:signTransaction': {
        version: '1.0.0',
        signTransaction: (...inputs: readonly PsbtInput[]) =>
          Promise.all(
            inputs.map(async (input) => {
              const wanted = input.inputsToSign.flatMap(({ account, signingIndexes, sigHash }) =>
                signingIndexes.map((index) => ({
                  index,
                  address: account.address,
                  ...(sigHash !== undefined && { sighashTypes: [toSighashType(sigHash)] }),
                })),
              )
              return { signedPsbt: await actions.signPsbt({ psbt: input.psbt, inputs: wanted }, input) }
            }),
          ),
      },
      'standard:disconnect': { version: '1.0.0', disconnect: () => actions.disconnect() },
      'standard:events': {
        version: '1.0.0',
        on(event: string, listener: (properties: object) => void) {
          if (event !== 'change') return () => undefined
          const notify = (): void => listener({ accounts: toAccounts(actions) })
          const stops = (['accounts', 'network', 'disconnect'] as const).map((item) => actions.on(item, notify))
          return () => {
            for (const stop of stops) stop()
          }
        },
      },
    },
  }

  return {
    provider,
    place(page) {
      let unregister: (() => void) | undefined
      const register = (api: { readonly register: (wallet: object) => () => void }): void => {
        unregister = api.register(provider)
      }
      const onReady = (event: Event): void => register((event as CustomEvent<Parameters<typeof register>[0]>).detail)
      page.addEventListener('wallet-standard:app-ready', onReady)
      page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
      return () => {
        page.removeEventListener('wallet-standard:app-ready', onReady)
        unregister?.()
      }
    },
  }
}

/** Throws for anything but a flag of the standard, e.g. for a number. */
function toSighashType(flag: Flag): number {
  const index = ['ALL', 'NONE', 'SINGLE'].findIndex((name) => flag === name || flag === `${name}|ANYONECANPAY`)
  if (index < 0) throw new TypeError(`Unknown sigHash: ${flag}`)
  return flag.includes('|') ? index + 0x81 : index + 1
}

/** In the order of the requested purposes: payment, ordinals. */
function toAccounts(actions: BitcoinActions): readonly object[] {
  return actions.peek().map(({ address, publicKey }) => ({
    address,
    publicKey: hex.decode(publicKey),
    chains: [`bitcoin:${actions.peekNetwork()}`],
    features,
  }))
}
