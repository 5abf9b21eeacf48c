import { loadBuyInProgress } from '../../views/buy-in-progress/index.js'
import { loadOnRampAmount } from '../../views/on-ramp-amount/index.js'
import type { LoadedView } from '../defineView.js'

type BuyNextView = 'OnRampAmount' | 'BuyInProgress'

/** The views that buying goes on with. */
export const loaders: { readonly [name in BuyNextView]: () => Promise<LoadedView<name>> } = {
  OnRampAmount: loadOnRampAmount,
  BuyInProgress: loadBuyInProgress,
}
