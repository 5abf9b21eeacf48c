import { entryPointAddress } from '../../protocol/entryPoint.js'
import { FrameRefusal } from '../FrameRefusal.js'

/** Of `getNonce(address,uint192)`. */
const selector = '0x35567e1a'

/**
 * The number of an account's next operation. Operations follow each other in a row; while one is not in a block yet, the next
 * begins a row of its own, so that it neither waits nor takes the other's place.
 */
export async function readNonce(
  read: (method: string, params: readonly unknown[]) => Promise<unknown>,
  { sender, isBusy }: { readonly sender: string; readonly isBusy: boolean },
): Promise<string> {
  const key = isBusy ? [...crypto.getRandomValues(new Uint8Array(8))].map(toByte).join('') : ''
  const data = `${selector}${sender.slice(2).toLowerCase().padStart(64, '0')}${key.padStart(64, '0')}`
  const nonce = await read('eth_call', [{ to: entryPointAddress, data }, 'latest'])
  if (typeof nonce !== 'string' || !/^0x[\da-f]{64}$/i.test(nonce))
    throw new FrameRefusal('Smart accounts are not set up on this network.', { code: -32603 })
  return `0x${nonce.slice(2).replace(/^0+(?=.)/, '')}`
}

function toByte(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}
