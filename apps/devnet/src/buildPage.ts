import { join } from 'node:path'
import { packageRoot } from './node/packageRoot.js'
import { buildWalletPage } from './wallet/server/buildWalletPage.js'

// the second part of this app's build: see package.json
await buildWalletPage(join(packageRoot(), 'dist/page'))
