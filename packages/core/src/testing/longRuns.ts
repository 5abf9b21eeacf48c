import { configureGlobal } from 'fast-check'

// `npm run test:long`: property tests run with far more cases
configureGlobal({ numRuns: 5_000 })
