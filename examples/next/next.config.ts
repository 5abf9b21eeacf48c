import type { NextConfig } from 'next'

/** The settings of `create-next-app`; the example works without them as well. */
const config: NextConfig = { cacheComponents: true, partialPrefetching: true }

export default config
