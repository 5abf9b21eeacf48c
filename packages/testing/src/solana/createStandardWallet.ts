import type { StandardWallet } from '@latchkey/core'
import type { Caller } from '../scripted/createCaller.js'
import type { Emitter } from '../scripted/createEmitter.js'
import { connect, signIn } from './methods/connect.js'
import { signAndSendTransactions, signMessage, signTransactions } from './methods/sign.js'
import type { WalletContext, WalletMethod } from './methods/walletMethod.js'
import type { SolanaAskRequest, SolanaFeature } from './solanaWallet.js'

export type StandardWalletOptions = {
  readonly name: string
  readonly icon: string
  readonly context: WalletContext
  readonly emitter: Emitter
  readonly call: Caller<SolanaAskRequest>
  readonly features: readonly SolanaFeature[]
}

const disconnect: WalletMethod = ({ state, script, update }) => {
  if (!script.flags().ignoreDisconnect) update(() => state.grant([]))
}

/** By feature: its handler, and whether it shows a prompt. */
const methods: {
  readonly [feature in Exclude<SolanaFeature, 'standard:events'>]: { prompts: boolean; handle: WalletMethod }
} = {
  'standard:connect': { prompts: true, handle: connect },
  'standard:disconnect': { prompts: false, handle: disconnect },
  'solana:signMessage': { prompts: true, handle: signMessage },
  'solana:signTransaction': { prompts: true, handle: signTransactions },
  'solana:signAndSendTransaction': { prompts: true, handle: signAndSendTransactions },
  'solana:signIn': { prompts: true, handle: signIn },
}

/** Creates the wallet for sites (Wallet Standard): the script first, then the method itself. */
export function createStandardWallet({
  name,
  icon,
  context,
  emitter,
  call,
  features,
}: StandardWalletOptions): StandardWallet {
  const { state, script } = context
  const toMethod =
    (feature: keyof typeof methods) =>
    async (...inputs: readonly unknown[]): Promise<unknown> => {
      const { prompts, handle } = methods[feature]
      if (script.takeStormEvent()) emitter.emit('change', { accounts: state.exposed() })
      // a silent request never shows a prompt
      const isSilent = context.connectsSilently && (inputs[0] as { readonly silent?: boolean } | undefined)?.silent
      return call({
        method: feature,
        params: inputs,
        prompts: prompts && !isSilent,
        handle: (ask) =>
          handle(context, {
            inputs,
            ask: (kind, summary) => {
              const account = state.keys.selected().address
              return ask({ kind, method: feature, params: inputs, account, summary })
            },
          }),
      })
    }
  const on = (event: string, listener: (properties: never) => void): (() => void) => {
    emitter.on(event, listener)
    return () => emitter.off(event, listener)
  }
  const transactions = { supportedTransactionVersions: ['legacy', 0] }
  const entries = features.map((feature): [string, unknown] => {
    if (feature === 'standard:events') return [feature, { version: '1.0.0', on }]
    const [, method = ''] = feature.split(':')
    const extra = method.endsWith('Transaction') ? transactions : {}
    return [feature, { version: '1.0.0', ...extra, [method]: toMethod(feature) }]
  })
  return {
    // of the Wallet Standard; core doesn't read it
    ...{ version: '1.0.0' },
    name,
    icon,
    chains: [...state.chains],
    features: Object.fromEntries(entries),
    get accounts() {
      return state.exposed()
    },
  }
}
