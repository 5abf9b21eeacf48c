export { type CreateQuotaCountersOptions, createQuotaCounters, type QuotaCounters } from '../quotas.js'
