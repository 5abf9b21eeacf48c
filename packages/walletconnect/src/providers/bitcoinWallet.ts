import { isRecord, type StandardAccount } from '@latchkey/core'
import { isSameAddress, RpcError } from '@latchkey/core/plugin'
import { base64, hex } from '@scure/base'
import type { BitcoinAccount } from '../session/bitcoinAccounts.js'
import type { ProviderOptions, WalletProvider } from './provider.js'
import { createStandardWallet } from './standardWallet.js'

type MessageInput = { readonly account: StandardAccount; readonly message: Uint8Array }

type PsbtInput = {
  readonly psbt: Uint8Array
  readonly inputsToSign: readonly {
    readonly account: StandardAccount
    readonly signingIndexes: readonly number[]
    /** E.g. `SINGLE|ANYONECANPAY`. */
    readonly sigHash?: unknown
  }[]
  readonly chain?: string | undefined
}

type TransferInput = { readonly account: StandardAccount; readonly to: string; readonly sats: bigint | number }

/** The session's wallet as a Wallet Standard wallet: bytes for the adapter; text, hex and base64 for the relay. */
export function createBitcoinWallet(link: ProviderOptions): WalletProvider {
  const find = (address: string): BitcoinAccount | undefined =>
    link.session.bitcoinAccounts.find((known) => isSameAddress('bip122', known.address, address))
  return createStandardWallet(link, ({ session, getChain }) => {
    const signMessage = async (...inputs: readonly MessageInput[]) => {
      const outputs: { signedMessage: Uint8Array; signature: unknown }[] = []
      for (const { account, message } of inputs) {
        const { address } = account
        const params = { account: address, address, message: toText(message), protocol: toScheme(address) }
        const reply = await session.request({ method: 'signMessage', params }, { chains: getChain() })
        // hex or base64, depending on the wallet: the adapter accepts both
        outputs.push({ signedMessage: message, signature: readText(reply, 'signature') })
      }
      return outputs
    }

    const signTransaction = async (...inputs: readonly PsbtInput[]) => {
      const outputs: { signedPsbt: unknown }[] = []
      for (const { psbt, inputsToSign, chain } of inputs) {
        const signInputs = inputsToSign.flatMap(({ account, signingIndexes, sigHash }) =>
          signingIndexes.map((index) => ({
            address: account.address,
            index,
            ...(sigHash !== undefined && { sighashTypes: [toSighashType(sigHash)] }),
          })),
        )
        const account = inputsToSign[0]?.account.address
        const params = { account, psbt: base64.encode(psbt), signInputs, broadcast: false }
        const reply = await session.request({ method: 'signPsbt', params }, { chains: getChain(chain) })
        outputs.push({ signedPsbt: readText(reply, 'psbt') })
      }
      return outputs
    }

    const sendTransfer = async ({ account, to, sats }: TransferInput) => {
      const params = { account: account.address, recipientAddress: to, amount: String(sats) }
      const reply = await session.request({ method: 'sendTransfer', params }, { chains: getChain() })
      return { txid: readText(reply, 'txid') }
    }

    return {
      prefix: 'bitcoin',
      // most wallets share addresses only; some add the public keys when they approve
      toPublicKey: (address) => hex.decode(find(address)?.publicKey ?? ''),
      toMore(address) {
        const { purpose, path } = find(address) ?? {}
        return { ...(purpose && { purpose }), ...(path && { path }) }
      },
      features: [
        ['bitcoin:signMessage', ['signMessage'], { signMessage }],
        ['bitcoin:signTransaction', ['signPsbt'], { signTransaction }],
        ['bitcoin:sendTransfer', ['sendTransfer'], { sendTransfer }],
      ],
    }
  })
}

/** SegWit addresses, which have a prefix, sign by BIP-322; older ones by BIP-137. */
function toScheme(address: string): 'bip322' | 'ecdsa' {
  return /^(bc|tb|bcrt)1/i.test(address) ? 'bip322' : 'ecdsa'
}

/** The number of a sighash type of the Wallet Standard. Throws `INVALID_PARAMS` for an unknown one. */
function toSighashType(flag: unknown): number {
  const index = ['ALL', 'NONE', 'SINGLE'].findIndex((name) => flag === name || flag === `${name}|ANYONECANPAY`)
  if (index < 0) throw invalidParams('sigHash: expected a flag of the Wallet Standard, e.g. SINGLE|ANYONECANPAY.')
  return String(flag).includes('|') ? index + 0x81 : index + 1
}

/** Decodes a message, as the protocol supports text only. Throws `INVALID_PARAMS` for other bytes. */
function toText(message: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(message)
  } catch (cause) {
    throw invalidParams('This wallet signs text only, and message is not UTF-8.', cause)
  }
}

function invalidParams(details: string, cause?: unknown): RpcError {
  return new RpcError(-32602, 'INVALID_PARAMS', { cause, details })
}

function readText(reply: unknown, field: string): unknown {
  return isRecord(reply) ? reply[field] : reply
}
