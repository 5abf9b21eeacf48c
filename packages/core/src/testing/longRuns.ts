import { configureGlobal } from 'fast-check'

// `npm run test:long`: the property tests of all packages try far more cases
configureGlobal({ numRuns: 5_000 })
