import type { Network } from '@latchkey/core'
import { networkSvgs } from './networkImages.generated.js'

/** The mark of a well-known chain as a data URL; undefined for all others. */
export function getNetworkImage({ id }: Network): string | undefined {
  const svg = networkSvgs[Number(id)]
  return svg && `data:image/svg+xml,${encodeURIComponent(svg)}`
}
