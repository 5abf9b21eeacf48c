/** What a page of a login by another provider is told by its site. */
export type SocialSettings =
  /** The popup's first page. */
  | { readonly page: 'loading' }
  /** The provider has answered: `resultUri` is for the app's page at `origin` alone. */
  | { readonly page: 'result'; readonly resultUri: string; readonly origin: string }
  /** The user is asked whether they began this login. */
  | { readonly page: 'ask' }
  /** All is done here. */
  | { readonly page: 'done' }
