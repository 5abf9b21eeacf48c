import { createPrivateKey, sign } from 'node:crypto'
import { solanaCaipNetworkId, solanaDevKeypair } from '@latchkey/devnet'
import { createMessage } from '@latchkey/siwx'

type SignIn = { readonly data: object; readonly message: string; readonly signature: string }

type Visitor = {
  readonly address: string
  readonly post: (url: string, body: unknown) => Promise<Response>
  readonly get: (url: string) => Promise<Response>
  /** Signs a nonce of a gateway. */
  readonly sign: (url: string) => Promise<SignIn>
  readonly getCookie: () => string
}

export const visitorOrigin = 'https://app.example.org'

/** A page in a browser that keeps cookies, with a Solana wallet. */
export function createVisitor(index = 0): Visitor {
  const { address, secretKey } = solanaDevKeypair(index)
  let cookie = ''
  const send = async (url: string, init: RequestInit): Promise<Response> => {
    const headers = { origin: visitorOrigin, cookie, 'content-type': 'application/json' }
    const response = await fetch(url, { ...init, headers })
    const [set] = response.headers.getSetCookie()
    if (set) cookie = set.includes('Max-Age=0') ? '' : (set.split(';')[0] ?? '')
    return response
  }
  const post: Visitor['post'] = (url, body) => send(url, { method: 'POST', body: JSON.stringify(body) })
  return {
    address,
    post,
    get: (url) => send(url, {}),
    async sign(url) {
      const asked = (await (await post(`${url}/siwx/nonce`, {})).json()) as { nonce: string }
      const data = {
        domain: new URL(visitorOrigin).host,
        uri: visitorOrigin,
        version: '1',
        accountAddress: address,
        chainId: solanaCaipNetworkId,
        ...asked,
      }
      const message = createMessage(data).toString()
      return { data, message, signature: toSignature(message, secretKey) }
    },
    getCookie: () => cookie,
  }
}

/** Ed25519, base58. */
function toSignature(message: string, secretKey: Uint8Array): string {
  // PKCS #8 (RFC 8410): a fixed header, then the 32-byte seed
  const head = Buffer.from('302e020100300506032b657004220420', 'hex')
  const der = Buffer.concat([head, secretKey.slice(0, 32)])
  const bytes = sign(null, Buffer.from(message), createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }))
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let rest = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  for (; rest > 0n; rest /= 58n) text = `${alphabet[Number(rest % 58n)]}${text}`
  return '1'.repeat(bytes.findIndex((byte) => byte !== 0)) + text
}
