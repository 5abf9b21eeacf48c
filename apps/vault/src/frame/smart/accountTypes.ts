import type { FrameAccountType, FrameUser } from '@latchkey/embedded-wallet/protocol'
import type { User, UserAccount } from '../../protocol/custody.js'
import type { FrameNetwork } from '../../protocol/network.js'
import { FrameRequestError } from '../errors.js'
import { toNamespace } from '../handlers/chain.js'
import type { CallNode } from '../requests/node.js'

/** Which of a user's accounts is active, per network. */
export type AccountTypes = {
  /** Whether the network has smart accounts, i.e. a bundler. */
  isEnabled(network: FrameNetwork): boolean
  /** The app's preference, as far as the network supports it. */
  getType(network: FrameNetwork): FrameAccountType
  prefer(type: FrameAccountType): void
  getAddress(user: User, network: FrameNetwork): string
  /** A user's accounts on a network that the app may use: the EOA first, on Bitcoin the one for payments. */
  list(user: User, network: FrameNetwork): NonNullable<FrameUser['accounts']>
  /** Whether an account has code on a network. */
  isDeployed(options: {
    readonly network: FrameNetwork
    readonly address: string
    readonly rpcUrl?: string | undefined
    readonly signal: AbortSignal
  }): Promise<boolean>
}

type AccountTypesOptions = {
  readonly callNode: CallNode
  /** The app requires self-custody. Default: false. */
  readonly requiresSelfCustody?: boolean | undefined
}

/**
 * The smart account is active unless the app says otherwise; kept as long as the page lives, and set again by the app after that. [S3.21] It
 * is the only one on EVM if the app requires self-custody.
 */
export function createAccountTypes({ callNode, requiresSelfCustody = false }: AccountTypesOptions): AccountTypes {
  let preferred: FrameAccountType = 'smartAccount'

  const isEnabled = (network: FrameNetwork): boolean => network.hasSmartAccounts === true
  const getType = (network: FrameNetwork): FrameAccountType => {
    if (!isEnabled(network)) return 'eoa'
    return requiresSelfCustody ? 'smartAccount' : preferred
  }
  const listOwn = ({ accounts }: User, network: FrameNetwork): readonly UserAccount[] =>
    accounts.filter((account) =>
      account.namespace === 'bip122'
        ? account.chain === network.caipNetworkId
        : account.namespace === toNamespace(network),
    )
  const getOwn = (user: User, network: FrameNetwork): string => {
    const [account] = listOwn(user, network)
    if (!account) throw new FrameRequestError('This wallet has no account on this network.', { code: 4902 })
    return account.address
  }
  return {
    isEnabled,
    getType,
    prefer(type) {
      preferred = type
    },
    getAddress: (user, network) => (getType(network) === 'smartAccount' ? user.smartAccount : getOwn(user, network)),
    list(user, network) {
      const sealed = user.isSealed && ({ custody: 'sealed' } as const)
      const own = listOwn(user, network).map((account) => {
        if (account.namespace !== 'bip122') return { address: account.address, type: 'eoa', ...sealed } as const
        const { address, purpose: type, publicKey, path } = account
        return { address, type, publicKey, path, ...sealed }
      })
      if (!isEnabled(network)) return own
      const toSmart = (custody: { readonly custody?: 'needed' | 'sealed' | 'self' }) =>
        ({ address: user.smartAccount, type: 'smartAccount', ...custody }) as const
      if (requiresSelfCustody) return [toSmart({ custody: user.isSelfCustodial ? 'self' : 'needed' })]
      return [...own, toSmart(user.isSelfCustodial ? { custody: 'self' } : { ...sealed })]
    },
    async isDeployed({ network, address, rpcUrl, signal }) {
      const chain = network.caipNetworkId
      const code = await callNode({ chain, method: 'eth_getCode', params: [address, 'latest'], rpcUrl, signal })
      return typeof code === 'string' && code.length > 2
    },
  }
}
