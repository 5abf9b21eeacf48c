import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { CallReply, CustodyMethod, CustodyParams, CustodyResult } from '../../protocol/custody.js'
import { type DeviceKey, type SignedStatement, type Statement, statementVersion } from '../../protocol/statement.js'
import { post } from './post.js'

export type CreateVisitorOptions = {
  /** Addresses of the custodies, which are called in turn. */
  readonly addresses: readonly string[]
  readonly now: () => number
  readonly ip?: string | undefined
  readonly origin?: string | undefined
  readonly project?: string | undefined
  readonly credential?: string | undefined
  readonly keepsCookies?: boolean | undefined
  /** `Accept-Language` */
  readonly language?: string | undefined
  /** Returns the last warning that custody reported to its operator. Default: none. */
  readonly getWarning?: (() => unknown) | undefined
}

export type Visitor = {
  readonly key: DeviceKey
  readonly sign: (fields: Partial<Statement>) => SignedStatement
  /** Sends a signed statement with the cookie. */
  readonly send: (signed: SignedStatement) => Promise<CallReply>
  readonly ask: <method extends CustodyMethod>(
    method: method,
    params: CustodyParams<method>,
  ) => Promise<CallReply<method>>
  /** Returns the result. Throws `CODE: message` for an error, with custody's last report as its cause. */
  readonly get: <method extends CustodyMethod>(
    method: method,
    params: CustodyParams<method>,
  ) => Promise<CustodyResult<method>>
  readonly getCredential: () => string | undefined
}

/** A browser as custody sees it through the site: a device key and, by default, a cookie. */
export function createVisitor(options: CreateVisitorOptions): Visitor {
  const {
    addresses,
    now,
    ip = `198.51.100.${randomBytes(1)[0]}`,
    origin = 'https://app.example',
    project = 'demo',
  } = options
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const key = { x, y }
  let { credential } = options
  let asked = 0
  const signStatement = (fields: Partial<Statement>): SignedStatement => {
    const statement = JSON.stringify({
      v: statementVersion,
      method: 'hello',
      params: {},
      project,
      origin,
      key,
      iat: now(),
      jti: randomBytes(16).toString('hex'),
      ...fields,
    })
    const signature = sign('sha256', Buffer.from(statement), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    return { statement, signature: signature.toString('base64url') }
  }
  const send = async (signed: SignedStatement): Promise<CallReply> => {
    const address = addresses[asked++ % addresses.length] ?? ''
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0'
    const reply = (await post(address, '/call', {
      ...signed,
      credential,
      ip,
      userAgent,
      language: options.language,
    })) as CallReply
    if (reply.credential !== undefined && options.keepsCookies !== false) credential = reply.credential ?? undefined
    return reply
  }
  const ask: Visitor['ask'] = (method, params) => send(signStatement({ method, params })) as never
  return {
    key,
    sign: signStatement,
    send,
    ask,
    get: async (method, params) => {
      const { result, error } = await ask(method, params)
      if (error) throw new Error(`${error.code}: ${error.message}`, { cause: options.getWarning?.() })
      return result as never
    },
    getCredential: () => credential,
  }
}
