/** The account: logins, settings, what it holds, its name and its permissions. */
export const account = {
  // account
  copyAddress: 'Copier l’adresse',
  balanceLabel: 'Solde',
  totalLabel: 'Valeur totale',
  balanceUnknown: 'Solde indisponible',
  viewOnExplorer: 'Voir sur {explorer}',
  disconnect: 'Se déconnecter',
  signOut: 'Se déconnecter',
  loggedInWith: 'Connexion avec {provider}',
  guestTitle: 'Invité',
  guestNote:
    'Seul ce navigateur ouvre votre portefeuille. Ajoutez une connexion, sinon vous le perdrez en effaçant les données de ce navigateur.',
  guestAddLogin: 'Ajouter une connexion',
  guestLoginAdded: 'Connexion ajoutée',
  connectedWith: 'Connecté avec {wallet}',
  chooseNetwork: 'Changer de réseau',
  networkUnknown: 'Réseau inconnu',
  notConnected: 'Aucun portefeuille connecté',
  walletsRow: 'Portefeuilles',
  walletsConnected: { one: '{count} connecté', other: '{count} connectés' },

  // what an account is for
  account_eoa: 'Adresse',
  // beside a smart account
  account_standard: 'Compte standard',
  account_smartAccount: 'Compte intelligent',
  custody_self: 'Autoconservation',
  custody_sealed: 'Scellé',
  account_payment: 'Paiement',
  account_ordinal: 'Ordinals',

  // every login of an embedded wallet, by code
  FRAME_LOAD_FAILED: 'Impossible de charger la connexion',
  FRAME_REQUEST_TIMED_OUT: 'La demande a expiré',
  FRAME_FAILED: 'Une erreur est survenue',
  NO_AUTH_CONNECTOR: 'Aucun connecteur d’authentification trouvé',
  NOT_EMAIL_OR_SOCIAL: 'Aucune connexion par e-mail ou réseau social',

  // login by email
  emailLabel: 'Adresse e-mail',
  emailSubmit: 'Continuer avec l’e-mail',
  emailSending: 'Envoi…',
  emailLoginText: 'Nous vous enverrons un code par e-mail. Ni mot de passe, ni installation.',
  emailOther: 'Utiliser un autre e-mail',

  deviceHeading: 'Approuvez cet appareil',
  deviceText: 'Ouvrez le lien envoyé à {email}, puis revenez. Cette page continuera automatiquement.',
  deviceResent: 'Nouveau lien envoyé. Les anciens ne fonctionnent plus.',
  deviceAgain: 'Renvoyer le lien',

  otpText: 'Saisissez le code envoyé à {email}',
  otpLabel: 'Code à six chiffres',
  otp_starting: 'Envoi d’un nouveau code…',
  otp_device: 'Envoi d’un nouveau code…',
  otp_verifying: 'Vérification du code…',
  otp_connecting: 'Ouverture de votre portefeuille…',
  otpResent: 'Nouveau code envoyé. Les anciens ne fonctionnent plus.',

  resendQuestion: 'Vous n’avez rien reçu ? Vérifiez vos spams.',
  resendIn: 'Renvoyer dans {time}',
  resend: 'Renvoyer le code',

  loginOverTitle: 'Connexion interrompue',
  loginOverText: 'Recommencez avec votre adresse e-mail.',
  loginAgain: 'Recommencer',

  walletFailed: 'Impossible d’ouvrir votre portefeuille',

  emailNew: 'Nouvelle adresse e-mail',
  emailEditText:
    'Nous enverrons un code à votre adresse actuelle, puis un autre à la nouvelle. Votre portefeuille reste le même.',
  emailSave: 'Enregistrer',
  emailChanged: 'E-mail modifié',
  otpOldText: 'Pour confirmer qu’il s’agit de vous, saisissez le code envoyé à {email}',
  otpNewText: 'Dernière étape : saisissez le code envoyé à {email}',
  updateOverTitle: 'Changement d’e-mail interrompu',
  updateOverText: 'Votre adresse e-mail n’a pas changé. Vous pouvez recommencer.',

  mailFailed: 'Une erreur est survenue. Réessayez.',
  EMAIL_COOLDOWN: { one: 'Veuillez réessayer dans {n} seconde', other: 'Veuillez réessayer dans {n} secondes' },
  cooldownSaid: { one: 'Vous pourrez réessayer dans {n} seconde.', other: 'Vous pourrez réessayer dans {n} secondes.' },
  INVALID_CODE: 'Saisissez les six chiffres du code.',
  INVALID_EMAIL: 'Saisissez une adresse e-mail valide.',

  // room for the embedded wallet's own screen
  approveHeading: 'Ouverture de votre portefeuille…',
  approveText: 'Les demandes de cette app s’affichent ici. Rien n’est signé sans votre approbation.',
  approveNothing: 'Rien à approuver',
  approveNothingText: 'La demande a reçu une réponse ou a été retirée.',

  // a link that can be copied
  copyLink: 'Copier le lien',
  linkCopied: 'Lien copié',
  copyByHand: 'Ce navigateur ne permet pas la copie. Sélectionnez le lien et copiez-le manuellement.',

  // settings of an embedded wallet
  typeHeading: 'Type de compte EVM',
  typeText: 'Chaque compte a sa propre adresse et son propre solde. Changer de compte ne déplace pas vos fonds.',
  type_eoa: 'Compte standard',
  type_smartAccount: 'Compte intelligent',
  typeActive: 'Utilisé',
  typeSwitching: 'Changement…',
  typeSwitched: '{type} utilisé',
  typeNotHere: 'Indisponible sur {network}',
  typeNotDeployed: 'Votre première transaction sur {network} déploie le compte intelligent.',
  typeFailed: 'Impossible de changer de compte.',
  typeFallback: 'Vous utilisez le compte standard. Vous pouvez réessayer.',
  nameRow: 'Nom du compte',
  nameRowText: 'Recevoir des fonds par nom',
  sessionsRow: 'Autorisations',
  sessionsRowText: 'Ce que les apps peuvent faire sans demander',
  manageTitle: 'Sécurité et récupération',
  manageText: 'Navigateurs, phrase de récupération et export',
  mode_self: 'Compte intelligent en autoconservation',
  mode_selfText:
    'Votre clé d’accès le détient. Personne d’autre ne peut signer pour lui, pas même le service de portefeuille.',
  mode_sealed: 'Portefeuille scellé',
  mode_sealedText:
    'Verrouillé avec votre propre clé. Le service de portefeuille ne signe qu’après que vous l’avez déverrouillé.',
  settingsNone: 'Aucun réglage disponible',
  settingsNoneText: 'Aucun portefeuille e-mail ou social n’est connecté.',

  // logins at other sites, and with Farcaster
  socialWith: 'Continuer avec {provider}',
  socialMore: 'Autres options de connexion',
  guestContinue: 'Continuer en tant qu’invité',
  socialsNone: 'Aucune connexion disponible',
  socialsNoneText: 'Revenez en arrière et choisissez une autre méthode de connexion.',

  // by step of the login
  social_idle: 'Continuer avec {provider}',
  social_idle_text: 'Vous vous connecterez à {provider} dans une fenêtre pop-up.',
  social_popup: 'Continuez dans la fenêtre pop-up',
  social_popup_text: 'Connectez-vous-y à {provider}. Cette page continuera automatiquement.',
  social_retrieving: 'Vérification de votre connexion…',
  social_retrieving_text: '{provider} a confirmé votre connexion. Cela prend un instant.',
  social_connecting: 'Ouverture de votre portefeuille…',
  social_connecting_text: 'Connexion réussie.',
  socialOpen: 'Ouvrir la fenêtre pop-up',
  socialShow: 'Afficher la fenêtre pop-up',

  farcasterLabel: 'QR code pour se connecter avec Farcaster',
  farcasterPreparing: 'Préparation du lien…',
  farcasterScan: 'Scannez avec votre téléphone pour ouvrir Farcaster',
  farcasterPhone: 'Continuez dans Farcaster',
  farcasterPhoneText: 'Approuvez-y la connexion, puis revenez. Cette page continuera automatiquement.',
  farcasterOpen: 'Ouvrir Farcaster',
  farcasterLink: 'Lien de connexion Farcaster',

  // what went wrong, by code, and what to do about it
  providerSays: 'Échec de la connexion avec {provider} : {details}',
  FARCASTER_FAILED: 'Échec de la connexion à Farcaster',
  FRAME_LOAD_FAILED_help: 'Vérifiez votre connexion Internet, puis réessayez.',
  FOREIGN_RESULT: 'Réponse inattendue',
  FOREIGN_RESULT_help:
    'La réponse venait d’un autre site et a été ignorée. Fermez les fenêtres pop-up inconnues, puis réessayez.',
  NO_AUTH_CONNECTOR_help:
    'Cette app n’a pas configuré la connexion par e-mail ou réseau social. Choisissez une autre méthode.',
  POPUP_BLOCKED: 'Votre navigateur a bloqué la fenêtre pop-up',
  POPUP_BLOCKED_help: 'Ouvrez-la avec le bouton ci-dessous, ou autorisez les pop-ups pour ce site.',
  POPUP_CLOSED: 'Fenêtre pop-up fermée',
  POPUP_CLOSED_help: 'La fenêtre pop-up a été fermée avant la fin de la connexion. Vous pouvez réessayer.',
  SOCIAL_FAILED: 'La connexion sociale n’a pas pu démarrer',
  SOCIAL_FAILED_help: 'Connexion avec {provider} annulée. Vous pouvez réessayer.',

  // login with a passkey
  passkeyContinue: 'Continuer avec une clé d’accès',
  passkeyCreate: 'Créer une clé d’accès',
  passkeyOwn: 'J’ai déjà une clé d’accès',
  passkey_login: 'Utilisez votre clé d’accès',
  passkey_login_text:
    'Confirmez avec votre empreinte, votre visage, le verrouillage de l’écran ou une clé de sécurité.',
  passkey_signup: 'Créez votre clé d’accès',
  passkey_signup_text:
    'Votre appareil la conserve et ouvre votre nouveau portefeuille avec elle. Sans mot de passe ni installation.',
  PASSKEY_CANCELED: 'Aucune clé d’accès utilisée',
  PASSKEY_CANCELED_help:
    'Vous avez annulé, ou cet appareil n’a pas de clé d’accès pour ce portefeuille. Réessayez ou créez-en une.',
  PASSKEY_EXPIRED: 'Le délai est dépassé',
  PASSKEY_EXPIRED_help: 'La demande a expiré. Vous pouvez réessayer.',
  PASSKEY_FAILED: 'Impossible d’utiliser votre clé d’accès',
  PASSKEY_FAILED_help: 'Rien n’a changé. Vous pouvez réessayer.',
  PASSKEY_UNKNOWN: 'Cette clé d’accès n’ouvre aucun portefeuille',
  PASSKEY_UNKNOWN_help:
    'Elle a été retirée de son portefeuille ou appartient à une autre app. Utilisez une autre clé d’accès ou créez-en une.',
  PASSKEY_UNSUPPORTED: 'Les clés d’accès ne fonctionnent pas ici',
  PASSKEY_UNSUPPORTED_help:
    'Ce navigateur ou cet appareil ne peut pas utiliser de clés d’accès. Choisissez une autre méthode de connexion.',

  // transactions
  recentTitle: 'Transactions récentes',
  recentClear: 'Vider la liste',
  recent_pending: 'En attente',
  recent_unconfirmed: 'Pas encore confirmée',
  recent_confirmed: 'Confirmée',
  recent_failed: 'Échec',
  recentOutcome: '{title} : {status}',

  activityTitle: 'Activité',
  activityLoading: 'Chargement de vos transactions…',
  activityCount: { one: '{count} transaction affichée', other: '{count} transactions affichées' },
  activityEmpty: 'Aucune transaction pour l’instant',
  activityEmptyText: 'Les transactions que vous envoyez et recevez sur {network} apparaissent ici.',
  activityFailedText: 'Vos transactions sont toujours sur le réseau. Réessayez dans un instant.',
  activityNone: 'Activité indisponible ici',
  activityNoneText: 'Seules les transactions des réseaux EVM sont affichées.',
  activityLocalText: 'Les transactions envoyées depuis cette app apparaissent ici.',
  activityUnlistedText: 'Cette app n’affiche pas les transactions sur {network}.',
  activityNobody: 'Aucun portefeuille connecté',
  activityMore: 'Afficher plus',
  activityFailedTag: 'Échec',
  activityPendingTag: 'En attente',
  activityOpen: 'Voir sur {explorer}',

  // by code
  TRANSACTIONS_UNAVAILABLE: 'Impossible de charger les transactions',

  // by kind of transaction
  activity_approve: 'Approuvé',
  activity_borrow: 'Emprunté',
  activity_burn: 'Brûlé',
  activity_cancel: 'Annulé',
  activity_claim: 'Réclamé',
  activity_deploy: 'Déployé',
  activity_deposit: 'Déposé',
  activity_execute: 'Appel de contrat',
  activity_mint: 'Créé',
  activity_receive: 'Reçu',
  activity_repay: 'Remboursé',
  activity_send: 'Envoyé',
  activity_stake: 'Mis en staking',
  activity_trade: 'Échangé',
  activity_unstake: 'Retiré du staking',
  activity_withdraw: 'Retiré',

  // what an account holds, and how it is paid
  action_onramp: 'Acheter',
  action_swaps: 'Échanger',
  action_receive: 'Recevoir',
  action_send: 'Envoyer',
  actionsLabel: 'Actions',

  holdingsLabel: 'Actifs',
  tab_tokens: 'Jetons',
  tab_nfts: 'NFT',
  tab_activity: 'Activité',

  holdingsLoading: 'Chargement',
  holdingsFailed: 'Impossible de charger vos actifs',
  holdingsFailedText: 'Vos fonds sont en sécurité. Réessayez dans un instant.',
  holdingsOld: 'Cette liste n’est peut-être plus à jour.',
  holdingsUnserved: 'Actifs non affichés sur ce réseau',
  holdingsUnservedText: 'Changez de réseau pour y voir vos actifs.',
  tokensNone: 'Aucun jeton pour l’instant',
  tokensNoneText: 'Les jetons que vous achetez ou recevez sur {network} apparaissent ici.',
  nftsNone: 'Aucun NFT pour l’instant',
  nftsNoneText: 'Les NFT que vous collectionnez sur {network} apparaissent ici.',
  addFunds: 'Ajouter des fonds',
  showAll: 'Tout afficher ({count})',

  receiveTitle: 'Recevoir',
  receiveText: 'Scannez le code ou copiez votre adresse.',
  receiveCode: 'QR code de votre adresse {address}',
  receiveCopy: 'Copier l’adresse',
  receiveNetworks: 'Réseaux pris en charge',
  receiveNetworksText: 'Les fonds envoyés sur d’autres réseaux peuvent être perdus.',
  compatibleTitle: 'Réseaux pris en charge',
  compatibleText:
    'N’utilisez cette adresse que sur ces réseaux. Les fonds envoyés sur d’autres réseaux peuvent être perdus.',

  // names for accounts
  nameTitle: 'Nom du compte',
  nameIntro: 'Choisissez un nom que les autres peuvent utiliser à la place de votre adresse.',
  nameLabel: 'Nom',
  nameRule: 'Au moins 4 lettres, chiffres ou tirets.',
  nameChecking: 'Vérification de la disponibilité…',
  nameFree: '{name} est disponible',
  nameTaken: '{name} est déjà pris',
  nameOthers: 'Autres noms disponibles',
  nameRegister: 'Enregistrer',
  nameSigning: 'Confirmez dans votre portefeuille…',
  nameRegistering: 'Enregistrement…',
  nameNotHere: 'Pas de nom pour ce compte',
  nameNotHereText: 'Il faut un compte EVM et une app qui a configuré les noms.',
  nameDoneTitle: 'Enregistré',
  nameDone: '{name} est à vous',
  nameDoneText: 'Les autres peuvent maintenant trouver votre compte par ce nom.',
  nameNone: 'Aucun nom enregistré',
  nameNoneText: 'Choisissez d’abord un nom.',
  nameChoose: 'Choisir un nom',
  done: 'Terminé',

  // what went wrong, by code
  name_failed: 'Une erreur est survenue. Rien n’a été enregistré.',
  name_NAME_REFUSED: 'Le nom n’a pas été enregistré.',
  name_USER_REJECTED: 'Vous avez refusé dans votre portefeuille. Rien n’a été enregistré.',
  name_CHAIN_NOT_SUPPORTED: 'Les noms ne sont pas disponibles sur ce réseau. Changez de réseau.',
  name_RATE_LIMITED: 'Trop de requêtes. Patientez un instant, puis réessayez.',
  name_SERVICE_NOT_CONFIGURED: 'Cette app n’a pas configuré de noms.',
  name_TIMED_OUT: 'Pas de réponse à temps. Réessayez.',

  // permissions
  sessionsTitle: 'Autorisations',
  sessionsLabel: 'Autorisations par état',
  sessions_active: 'Actives',
  sessions_expired: 'Expirées',
  sessions_revoked: 'Révoquées',
  sessions_active_none: 'Aucune autorisation active',
  sessions_expired_none: 'Aucune autorisation expirée',
  sessions_revoked_none: 'Aucune autorisation révoquée',
  sessions_active_noneText: 'Les autorisations que vous accordez aux apps apparaissent ici.',
  sessionUntil: 'Jusqu’au {date}',
  sessionEnded: 'Fin : {date}',
  sessionRevoked: 'Révoquée : {date}',
  sessionMay: 'Autorise : {permissions}',
  sessionMay_spend: 'dépenser jusqu’à {amount}',
  sessionMay_tokens: 'transferts de jetons',
  sessionMay_calls: 'appels de contrats',
  sessionRevoke: 'Révoquer',
  sessionRevokeOf: 'Révoquer l’autorisation de {app}',
  sessionRevoking: 'Confirmez dans votre portefeuille…',
  sessionsFailed: 'Impossible de charger vos autorisations',
  sessionsFailedText: 'Le service n’a pas répondu. Vos autorisations sont inchangées.',
  sessionsNotHere: 'Aucun compte EVM connecté',
  sessionsNotHereText: 'Seuls les comptes EVM peuvent accorder des autorisations.',

  // why one was not taken back, by code
  session_failed: 'Impossible de révoquer cette autorisation. L’app peut encore agir pour vous. Réessayez.',
  session_USER_REJECTED: 'Vous avez refusé dans votre portefeuille. L’app peut toujours agir pour vous.',
  session_unsupported:
    'Les apps ne peuvent pas révoquer cela dans votre portefeuille. L’app peut agir pour vous tant que vous ne l’y avez pas révoquée.',
} as const
