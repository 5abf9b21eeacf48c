import { loadFundWallet } from '../../views/fund-wallet/index.js'
import { loadOnRampProviders } from '../../views/on-ramp-providers/index.js'
import type { LoadedView } from '../defineView.js'

type BuyView = 'FundWallet' | 'OnRampProviders'

/** The views that buying begins with. */
export const loaders: { readonly [name in BuyView]: () => Promise<LoadedView<name>> } = {
  FundWallet: loadFundWallet,
  OnRampProviders: loadOnRampProviders,
}
