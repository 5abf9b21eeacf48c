import { internals, type Network, type Token, type WalletListing } from '@latchkey/core'
import { useEffect, useState } from 'react'
import type { UiModal } from '../uiModal.js'
import { afterPaint } from './afterPaint.js'
import { useModalInstance } from './LatchkeyProvider.js'
import { type ImageRequest, loadImage, toNetworkImageRequest } from './loadImage.js'
import { useModalState } from './useModalState.js'

export type LoadedImage = {
  /** URL for an image element, once it is known. */
  readonly src: string | undefined
  /** Whether it is still being looked for. */
  readonly isPending: boolean
}

/** Loads an image after the next frame, once per modal: lists that come back have it at once. */
function useImage(
  { key, load }: Omit<ImageRequest, 'key'> & { readonly key: string | undefined },
  instance: UiModal | undefined,
): LoadedImage {
  const modal = useModalInstance(instance)
  const { images } = modal.ui
  const known = key === undefined ? undefined : images.get(key)
  const [settled, setSettled] = useState<string>()
  const isWanted = key !== undefined && known === undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is loaded
  useEffect(() => {
    if (!isWanted) return undefined
    let isCurrent = true
    const cancel = afterPaint(() => {
      void loadImage(modal, key, load).then(() => {
        if (isCurrent) setSettled(key)
      })
    })
    return () => {
      isCurrent = false
      cancel()
    }
  }, [modal, key, isWanted])

  return { src: known, isPending: isWanted && settled !== key }
}

const selectReady = (state: { readonly status: string }): boolean => state.status === 'ready'

/**
 * The image of a network: the app's, else that of a service or an adapter, else its logo. `withoutOwn`: the app's cannot be
 * loaded.
 */
export function useNetworkImage(network: Network | undefined, withoutOwn = false): LoadedImage {
  const own = withoutOwn ? undefined : network?.assets?.imageUrl
  // services and adapters are asked once the modal has started
  const isReady = useModalState(selectReady)
  const request =
    network && !own ? toNetworkImageRequest(network, isReady) : { key: undefined, load: async () => undefined }
  const loaded = useImage(request, undefined)
  return own ? { src: own, isPending: false } : loaded
}

/** The logo of a well-known token, or the image of the network for its native currency. */
export function useTokenMark(token: Pick<Token, 'caipNetworkId' | 'address'> | undefined): LoadedImage {
  const key = token && `token ${token.caipNetworkId} ${token.address ?? ''}`
  const load = async (modal: UiModal): Promise<string | undefined> => {
    if (!token) return undefined
    const { fetchTokenImage } = await modal[internals].load.images()
    return fetchTokenImage(modal, token)
  }
  return useImage({ key, load }, undefined)
}

/**
 * The image that `services.wallets` has for a currency: a token of a purchase by its symbol, which the service has named, or a
 * currency to pay with by its code. [S7.27]
 */
export function useCurrencyImage({
  kind,
  id,
}: {
  readonly kind: 'token' | 'currency'
  readonly id: string
}): LoadedImage {
  const { wallets } = useModalInstance()[internals].options.services
  const load = async (modal: UiModal): Promise<string | undefined> => {
    const { fetchImageUrl } = await modal[internals].load.wallets()
    return fetchImageUrl(modal, { kind, id })
  }
  return useImage({ key: wallets === undefined ? undefined : `${kind} ${id}`, load }, undefined)
}

/**
 * The image of a wallet: its own, else that of the list as a data URL, which pages allow anyway for the icons of installed
 * wallets.
 */
export function useWalletImage(wallet: WalletListing | undefined, instance?: UiModal | undefined): LoadedImage {
  const { image_id: id, image_url: own } = wallet ?? {}
  const load = async (modal: UiModal): Promise<string | undefined> => {
    if (id === undefined) return undefined
    const { fetchImageUrl } = await modal[internals].load.wallets()
    return fetchImageUrl(modal, { kind: 'wallet', id })
  }
  const key = id === undefined || own ? undefined : `wallet ${id}`
  const loaded = useImage({ key, load }, instance)
  return own ? { src: own, isPending: false } : loaded
}
