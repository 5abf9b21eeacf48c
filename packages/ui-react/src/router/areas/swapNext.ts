import { loadSwapPreview } from '../../views/swap-preview/index.js'
import { loadSwapSelectToken } from '../../views/swap-select-token/index.js'
import type { LoadedView } from '../defineView.js'

type SwapNextView = 'SwapSelectToken' | 'SwapPreview'

/** The views that the form of swapping leads to. */
export const loaders: { readonly [name in SwapNextView]: () => Promise<LoadedView<name>> } = {
  SwapSelectToken: loadSwapSelectToken,
  SwapPreview: loadSwapPreview,
}
