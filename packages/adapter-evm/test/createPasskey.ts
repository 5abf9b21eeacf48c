import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { type Address, encodeAbiParameters, type Hex, hashTypedData, hexToBytes, parseAbiParameters, toHex } from 'viem'
import { toPersonalSign } from './signForAccount.js'

export type Passkey = {
  /** x and y of the public key, as the account's constructor takes them. */
  readonly publicKey: readonly [Hex, Hex]
  readonly sign: (address: Address, message: string) => Hex
}

const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** Creates a passkey (WebAuthn, P-256) that signs in the format of smart accounts. */
export function createPasskey(): Passkey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return {
    publicKey: [toHex(Buffer.from(x, 'base64url')), toHex(Buffer.from(y, 'base64url'))],
    sign(address, message) {
      const hash = hashTypedData(toPersonalSign({ name: 'PasskeyAccount', address }, message))
      const challenge = Buffer.from(hexToBytes(hash)).toString('base64url')
      const clientDataJSON = `{"type":"webauthn.get","challenge":"${challenge}","origin":"https://wallet.example"}`
      // user present and verified
      const authenticatorData = Buffer.concat([sha256('wallet.example'), Buffer.of(0x05), Buffer.alloc(4)])
      const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)])
      const raw = sign('sha256', signed, { key: privateKey, dsaEncoding: 'ieee-p1363' })
      const s = BigInt(toHex(raw.subarray(32)))
      const lowS = s > order / 2n ? order - s : s
      return encodeAbiParameters(parseAbiParameters('bytes32, bytes32, uint256, uint256, bytes, string'), [
        toHex(raw.subarray(0, 32)),
        toHex(lowS, { size: 32 }),
        BigInt(clientDataJSON.indexOf('"challenge"')),
        BigInt(clientDataJSON.indexOf('"type"')),
        toHex(authenticatorData),
        clientDataJSON,
      ])
    },
  }
}

function sha256(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}
