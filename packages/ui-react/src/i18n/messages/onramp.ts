/** Texts of buying with money. They come with those views. */
export const onrampTexts = {
  providersTitle: 'Buy',
  providersLabel: 'Providers',
  providerFees: 'Fees {fees}',
  providersNotice: 'You buy from the provider, under its terms. It sees what you pay with; this app does not.',
  providersNone: 'No provider here',
  providersNoneText: 'Nobody sells for this network. Switch to another and look again.',
  providersOut: 'Nobody can be asked now',
  providersOutText: 'The service that knows the providers does not answer. Nothing can be bought until it does.',
  sampleLook: 'Look at sample rates',
  method_card: 'Card',
  method_ach_bank_account: 'Bank account',
  amountNothing: 'Nothing to buy on this network',
  buyFailed: 'The purchase did not begin',

  // what went wrong, by code
  onramp_failed: 'The service did not take it. Nothing was paid.',
  onramp_HTTP_STATUS: 'The service refused it. Nothing was paid.',
  onramp_INVALID_REPLY: 'The service named a page that is not safe to open. Nothing was paid.',
  onramp_RATE_LIMITED: 'Too many questions at once. Wait a moment, then try again.',
  onramp_SERVICE_NOT_CONFIGURED: 'This app has not set up buying.',
  onramp_TIMED_OUT: 'The service did not answer in time. Nothing was paid.',
} as const
