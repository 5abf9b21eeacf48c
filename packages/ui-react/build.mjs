import { readFile, writeFile } from 'node:fs/promises'
import { bundlePackage } from '../../scripts/lib/bundlePackage.mjs'

await bundlePackage({
  page: ['exports/index', 'exports/standalone'],
  features: [
    ['element/defineElement'],
    ['buttons/buttonMark'],
    ['primitives/QrCode'],
    ['features/connecting/index'],
    { name: 'primitives', folders: ['hooks', 'i18n', 'primitives'] },
    ['features/account/index'],
    ['features/activity/index'],
    ['features/network/index'],
    ['features/wallets/index'],
    ['features/pairing/index'],
    ['features/send/index'],
    ['features/login/index'],
    ['features/phone/index'],
  ],
})

// The entry of Server Components, which see it by the export condition `react-server`: the index as a client module. Bundlers
// without Server Components never meet the directive, about which some of them warn.
const index = 'dist/exports/index.js'
await writeFile(index.replace('index', 'client'), `'use client'\n${await readFile(index, 'utf8')}`)
