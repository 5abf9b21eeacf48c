import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { type DeviceKey, type SignedStatement, type Statement, statementVersion } from '../../protocol/statement.js'

export type Device = { readonly sign: (fields: Partial<Statement>) => SignedStatement }

/** A device that signs statements like the frame page, for tests that need no browser. */
export function createDevice(): Device {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' }) as DeviceKey
  return {
    sign(fields) {
      const statement = JSON.stringify({
        v: statementVersion,
        method: 'hello',
        params: {},
        project: 'demo',
        origin: 'https://app.example',
        key: { x, y },
        iat: Date.now(),
        jti: randomBytes(16).toString('hex'),
        ...fields,
      } satisfies Statement)
      const signature = sign('sha256', Buffer.from(statement), { key: privateKey, dsaEncoding: 'ieee-p1363' })
      return { statement, signature: signature.toString('base64url') }
    },
  }
}
