import { base64, hex } from '@scure/base'
import { Psbt } from 'bitcoinjs-lib'
import { createRpcError } from '../../scripted/rpc.js'
import { safeText } from '../../scripted/wallet.js'
import type { BitcoinAddress, BitcoinNetworkName } from '../bitcoinWallet.js'
import { type BitcoinKey, createKey } from '../keys/createKey.js'
import { sendBitcoin } from '../sign/sendBitcoin.js'
import { signBitcoinMessage } from '../sign/signBitcoinMessage.js'
import { signBitcoinPsbt } from '../sign/signBitcoinPsbt.js'
import type { BitcoinState } from '../state/createBitcoinState.js'
import type { BitcoinActions } from './bitcoinActions.js'
import type { Engine } from './createEngine.js'

export type ActionsOptions = {
  readonly state: BitcoinState
  readonly engine: Engine
  /** Changes the state, stores it, and notifies sites of visible changes. */
  readonly update: (change: () => void) => void
  readonly on: BitcoinActions['on']
  readonly esploraUrl: string | undefined
  readonly fetch: typeof fetch
}

/** Creates the actions. Shapes with one address use the payment address. */
export function createActions({ state, engine, update, on, esploraUrl, fetch }: ActionsOptions): BitcoinActions {
  const peek = (): readonly BitcoinAddress[] => {
    if (!state.isShown()) return []
    const { swapAddresses } = engine.script.flags()
    const [payment, ordinals] = state.keys().map(toAddress)
    if (!payment || !ordinals) return []
    return swapAddresses
      ? [
          { ...ordinals, purpose: 'payment' },
          { ...payment, purpose: 'ordinals' },
        ]
      : [payment, ordinals]
  }

  const findKey = (address: string | undefined): BitcoinKey => {
    const [payment] = state.keys()
    const key = address === undefined ? payment : state.keys().find((own) => own.address === address)
    if (!key) throw createRpcError(-32_602, `${safeText(address ?? '')} is not an address of this wallet.`)
    return key
  }

  return {
    on,
    peek,
    peekNetwork: state.network,
    connect: (params) =>
      engine.call({
        action: 'connect',
        params,
        prompts: true,
        async run(ask) {
          if (state.isShown()) return peek()
          await ask('connect', 'Connect this site')
          update(() => {
            state.setLocked(false)
            state.grant(true)
          })
          return peek()
        },
      }) as Promise<readonly BitcoinAddress[]>,
    accounts: (params) =>
      engine.call({ action: 'accounts', params, prompts: false, run: peek }) as Promise<readonly BitcoinAddress[]>,
    network: (params) =>
      engine.call({ action: 'network', params, prompts: false, run: state.network }) as Promise<BitcoinNetworkName>,
    disconnect: (params) =>
      engine.call({
        action: 'disconnect',
        params,
        prompts: false,
        run: () => {
          if (!engine.script.flags().ignoreRevoke) update(() => state.grant(false))
        },
      }) as Promise<void>,
    signMessage: ({ address, message, scheme }, params) =>
      engine.call({
        action: 'signMessage',
        params,
        prompts: true,
        async run(ask) {
          await ask('sign', `Sign “${safeText(new TextDecoder().decode(message))}”`)
          const { wrongSignature, scheme: own } = engine.script.flags()
          const key = findKey(address)
          const signed = wrongSignature === 'message' ? Uint8Array.of(...message, 0x21) : message
          const signer = wrongSignature === 'key' ? toStranger(key, state.network()) : key
          const usual = key.type === 'p2wpkh' || key.type === 'p2tr' ? 'bip322' : 'ecdsa'
          const signature = signBitcoinMessage(signer, signed, own ?? scheme ?? usual)
          return wrongSignature === 'garbage' ? signature.map((byte) => byte ^ 0x55) : signature
        },
      }) as Promise<Uint8Array>,
    signPsbt: ({ psbt, inputs, finalize }, params) =>
      engine.call({
        action: 'signPsbt',
        params,
        prompts: true,
        async run(ask) {
          await ask('sign', 'Sign a transaction')
          const { wrongSignature, replaceOutput: isReplaced, finalize: own } = engine.script.flags()
          const keys = state.keys()
          const given = isReplaced ? replaceOutput(psbt, keys[0].script) : psbt
          const signed = signBitcoinPsbt({ psbt: given, keys, inputs })
          if (wrongSignature) corruptSignatures(signed)
          if (own ?? finalize) signed.finalizeAllInputs()
          return signed.toBuffer()
        },
      }) as Promise<Uint8Array>,
    sendTransfer: ({ to, sats, feeRate }, params) =>
      engine.call({
        action: 'sendTransfer',
        params,
        prompts: true,
        async run(ask) {
          await ask('send', `Send ${sats} sats to ${safeText(to)}`)
          return sendBitcoin({
            key: findKey(undefined),
            network: state.network(),
            esploraUrl,
            fetch,
            to,
            sats,
            feeRate,
          })
        },
      }) as Promise<string>,
    switchNetwork: (network, params) =>
      engine.call({
        action: 'switchNetwork',
        params,
        prompts: true,
        async run(ask) {
          if (!['mainnet', 'testnet', 'signet', 'regtest'].includes(network))
            throw createRpcError(-32_602, 'The wallet does not know this network.')
          await ask('switch', `Switch to ${network}`)
          if (!engine.script.flags().lieAboutSwitch) update(() => state.selectNetwork(network))
        },
      }) as Promise<void>,
    encode(bytes, usual) {
      if (!(bytes instanceof Uint8Array)) return bytes
      return (engine.script.flags().encoding ?? usual) === 'hex' ? hex.encode(bytes) : base64.encode(bytes)
    },
  }
}

function toAddress({ address, type, purpose, publicKey, path }: BitcoinKey): BitcoinAddress {
  return { address, type, purpose, publicKey, path }
}

/** A key of someone else, of the same type. */
function toStranger({ type, purpose }: BitcoinKey, network: BitcoinNetworkName): BitcoinKey {
  return createKey({ privateKey: new Uint8Array(32).fill(0x11), type, purpose, network })
}

/** Returns the PSBT with its first output paying to another script. */
function replaceOutput(bytes: Uint8Array, script: Uint8Array): Uint8Array {
  const given = Psbt.fromBuffer(Uint8Array.from(bytes))
  const replaced = new Psbt()
  given.txInputs.forEach(({ hash, index, sequence }, input) => {
    replaced.addInput({ hash, index, ...(sequence !== undefined && { sequence }), ...given.data.inputs[input] })
  })
  given.txOutputs.forEach((output, index) => {
    replaced.addOutput({ script: index === 0 ? script : output.script, value: output.value })
  })
  return replaced.toBuffer()
}

/** Flips a bit in every signature of a PSBT. */
function corruptSignatures({ data }: Psbt): void {
  for (const { partialSig = [], tapKeySig } of data.inputs) {
    // the last byte of a DER signature is the sighash type
    for (const { signature } of partialSig) flip(signature, signature.length - 3)
    if (tapKeySig) flip(tapKeySig, 50)
  }
}

function flip(bytes: Uint8Array, index: number): void {
  bytes[index] = (bytes[index] ?? 0) ^ 1
}
