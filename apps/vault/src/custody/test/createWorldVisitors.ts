import type { CallReply } from '../../protocol/custody.js'
import type { SignedStatement } from '../../protocol/statement.js'
import { type CreateVisitorOptions, createVisitor, type Visitor } from './createVisitor.js'
import { post } from './post.js'
import type { World } from './startWorld.js'

/** Browsers that do not do what browsers do with a cookie. */
export function createWorldVisitors({ custodies, now }: World): {
  /** Sends what was signed with another cookie, or with none. */
  readonly sendAs: (credential: string | undefined, signed: SignedStatement) => Promise<CallReply>
  /** Keeps no cookie. */
  readonly createCookieless: (options?: Partial<CreateVisitorOptions>) => Visitor
} {
  const addresses = custodies.map(({ address }) => address)
  return {
    sendAs: (credential, signed) =>
      post(addresses[0] ?? '', '/call', {
        ...signed,
        credential,
        ip: '192.0.2.7',
        userAgent: '',
      }) as Promise<CallReply>,
    createCookieless: (options = {}) => createVisitor({ addresses, now, keepsCookies: false, ...options }),
  }
}
