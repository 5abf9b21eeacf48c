import type { CallReply } from '../../protocol/custody.js'
import type { SignedStatement } from '../../protocol/statement.js'
import { type CreateVisitorOptions, createVisitor, type Visitor } from './createVisitor.js'
import { post } from './post.js'
import type { World } from './startWorld.js'

/** Browsers that handle cookies unlike real ones. */
export function createWorldVisitors({ custodies, now }: World): {
  /** Sends a signed statement with another cookie, or without one. */
  readonly sendAs: (credential: string | undefined, signed: SignedStatement) => Promise<CallReply>
  /** Creates a browser that keeps no cookies. */
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
