import type { CaipNetworkId, ModalState } from '@latchkey/core'
import { defineFeature, type Feature } from '../../defineView.js'
import longListStyles from '../../primitives/LongList.css'
import searchFieldStyles from '../../primitives/SearchField.css'
import statusStyles from '../../primitives/Status.css'
import networksStyles from './NetworksView.css'
import { NetworksView } from './NetworksView.js'
import { SwitchActiveChainView } from './SwitchActiveChainView.js'
import { SwitchNetworkView } from './SwitchNetworkView.js'
import { UnsupportedChainView } from './UnsupportedChainView.js'

/** Choosing and switching networks. */
export const feature: Feature = defineFeature({
  styles: longListStyles + searchFieldStyles + statusStyles + networksStyles,
  views: [
    { name: 'Networks', title: 'networksTitle', View: NetworksView },
    {
      name: 'SwitchNetwork',
      title: (state, { caipNetworkId }) => toNetworkTitle(state, caipNetworkId),
      View: SwitchNetworkView,
    },
    {
      name: 'SwitchActiveChain',
      title: (state, { caipNetworkId }) => toNetworkTitle(state, caipNetworkId),
      View: SwitchActiveChainView,
    },
    {
      name: 'UnsupportedChain',
      title: 'unsupportedTitle',
      // a payment that waits below continues after the switch
      canGoBack: () => false,
      View: UnsupportedChainView,
    },
  ],
})

function toNetworkTitle(
  { networks }: ModalState,
  caipNetworkId: CaipNetworkId,
): 'networksTitle' | { readonly text: string } {
  const name = networks.find((network) => network.caipNetworkId === caipNetworkId)?.name
  return name ? { text: name } : 'networksTitle'
}
