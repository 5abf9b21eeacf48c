import { bundlePackage } from '../../scripts/lib/bundlePackage.mjs'

await bundlePackage({
  page: ['exports/index', 'exports/cookies', 'exports/csp', 'exports/marks'],
  features: [
    // opening and connecting, then the errors and helpers of adapters
    ['exports/controllers/shell'],
    ['controllers/wallets/groups'],
    ['controllers/wallets/index', 'exports/controllers/wallets'],
    ['controllers/connection/index'],
    ['exports/controllers/connection'],
    ['exports/plugin'],
    // the account and its actions
    ['exports/controllers/account', 'exports/controllers/network'],
    ['exports/controllers/portfolio'],
    ['exports/controllers/names', 'controllers/login/approval'],
    ['controllers/activity/index', 'exports/controllers/activity'],
    ['exports/controllers/send'],
    ['exports/controllers/swap', 'controllers/swap/form', 'controllers/swap/send'],
    ['controllers/onramp/form', 'controllers/onramp/purchase'],
    ['exports/controllers/pay'],
    ['controllers/pay/submit'],
    ['controllers/login/index', 'exports/controllers/login'],
    ['exports/controllers/phone'],
    ['controllers/sign-in/index', 'exports/controllers/sign-in'],
    ['controllers/wallets/listSource', 'exports/walletList'],
  ],
})
