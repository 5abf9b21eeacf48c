import type { Words } from './wordsType.js'

export const fr: Words = {
  facts: {
    pair: '{label} : {value}',
    site: 'Site',
    browser: 'Navigateur',
    place: 'Adresse IP',
    login: 'Connexion',
    until: 'En attente jusqu’au',
    due: 'Prend effet',
    time: 'Heure',
  },
  notYou:
    'Si ce n’était pas vous, ne cliquez pas sur le lien et ne partagez pas le code. Sans eux, rien ne se passe, et vous pouvez supprimer cet e-mail.',
  link: {
    subject: 'Approuvez une connexion à {site}',
    lead: 'Nouvelle tentative de connexion depuis un navigateur inconnu.',
    label: 'Vérifier et approuver',
    terms:
      'Le lien est valable 10 minutes. Approuvez-le seulement si vous avez commencé cette connexion, et continuez dans le même navigateur.',
    page: {
      question: 'Approuver cet appareil ?',
      lead: 'Nouvelle tentative de connexion depuis un navigateur inconnu. Approuvez-la seulement si vous l’avez commencée.',
      validFor: 'Valable pendant',
      approve: 'Approuver',
      notYou: 'Si ce n’était pas vous, fermez cette page. Personne ne peut se connecter sans votre approbation.',
      startAgain: 'Recommencez dans l’application pour recevoir un nouveau lien.',
      done: 'Appareil approuvé',
      doneLead:
        'Nous vous avons envoyé un code par e-mail. Saisissez-le sur {site}, dans l’onglet où vous avez commencé.',
      close: 'Vous pouvez fermer cette page.',
      back: 'Retour à {site}',
    },
  },
  login: {
    subject: 'Votre code pour {site}',
    lead: 'Votre code de connexion :',
    terms: 'Il est valable 10 minutes, une seule fois, et uniquement dans le navigateur où vous l’avez demandé.',
  },
  sms: { login: '{code} est votre code pour {site}. Ne le partagez pas.' },
  primary: {
    subject: 'Votre code pour changer d’adresse e-mail',
    lead: 'Quelqu’un connecté à votre compte veut changer l’adresse e-mail de votre portefeuille. Votre code pour l’autoriser :',
    terms: 'Il est valable 10 minutes, une seule fois. Ne le partagez jamais.',
  },
  secondary: {
    subject: 'Votre code pour confirmer votre nouvelle adresse e-mail',
    lead: 'Votre code pour vous connecter désormais avec cette adresse e-mail :',
    terms: 'Il est valable 10 minutes, une seule fois.',
  },
  guest: {
    subject: 'Votre code pour ajouter une connexion à votre portefeuille',
    lead: 'Votre code pour ajouter cette adresse e-mail à un portefeuille invité, qu’elle ouvre désormais :',
    terms:
      'Il est valable 10 minutes, une seule fois, et uniquement dans le navigateur où vous l’avez demandé. Ne le partagez jamais.',
  },
  account: {
    subject: 'Votre code pour confirmer que c’est bien vous',
    terms:
      'Il est valable 10 minutes, une seule fois. Saisissez-le uniquement sur la page de votre portefeuille : aucune application ne le demande.',
    leads: {
      export:
        'Votre code pour afficher votre phrase de récupération. Quiconque a ces mots contrôle votre portefeuille pour toujours :',
      import: 'Votre code pour importer une phrase de récupération, ce qui change vos adresses :',
      recovery:
        'Votre code pour créer un code de récupération, qui peut déplacer votre portefeuille vers une autre adresse e-mail :',
      seal: 'Votre code pour modifier le scellement de votre portefeuille :',
      link: 'Votre code pour ajouter une connexion qui ouvre votre portefeuille :',
      unlink: 'Votre code pour retirer une connexion de votre portefeuille :',
      freeze: 'Votre code pour geler ou dégeler votre portefeuille :',
      factor: 'Votre code pour configurer un second facteur pour votre portefeuille :',
      custody: 'Votre code pour changer à qui appartient votre compte intelligent :',
    },
  },
  notices: {
    'login.done': {
      title: 'Votre portefeuille a été ouvert dans un autre navigateur',
      text: 'Quelqu’un s’est connecté à votre portefeuille dans un navigateur inconnu jusqu’ici.',
    },
    'login.linked': {
      title: 'Votre portefeuille a une nouvelle connexion avec {login}',
      text: 'Quelqu’un connecté à votre compte a ajouté un compte {login}. Il ouvre désormais votre portefeuille.',
    },
    'login.removed': {
      title: 'Une connexion a été retirée de votre portefeuille',
      text: 'Votre portefeuille ne s’ouvre plus avec cette connexion : {login}. Les navigateurs qui l’utilisaient ont été déconnectés.',
    },
    'passkey.added': {
      title: 'Une clé d’accès a été ajoutée à votre portefeuille',
      text: 'Quelqu’un connecté à votre compte a ajouté une clé d’accès. Elle ouvre désormais votre portefeuille.',
    },
    'passkey.copied': {
      title: 'Une de vos clés d’accès a été copiée',
      text: 'Quelqu’un a tenté de se connecter avec une copie de votre clé d’accès. Nous l’avons refusée. Retirez cette clé d’accès sur la page de votre portefeuille et créez-en une nouvelle.',
    },
    'update.done': {
      title: 'Votre adresse e-mail a été changée',
      text: 'Vous vous connectez désormais avec une nouvelle adresse e-mail. Tous les autres navigateurs ont été déconnectés. Pendant 24 heures, aucun nouveau navigateur ne peut se connecter et la phrase de récupération ne peut pas être affichée.',
    },
    'update.done.former': {
      title: 'Votre adresse e-mail a été changée',
      text: 'Votre portefeuille ne s’ouvre plus avec cette adresse e-mail. Tous les autres navigateurs ont été déconnectés. Pendant 24 heures, aucun nouveau navigateur ne peut se connecter et la phrase de récupération ne peut pas être affichée.',
    },
    'update.undone': {
      title: 'Le changement de votre adresse e-mail a été annulé',
      text: 'Votre portefeuille s’ouvre à nouveau avec l’adresse précédente. Tous les navigateurs ont été déconnectés, et ceux arrivés après le changement ne sont plus connus.',
    },
    'update.undone.former': {
      title: 'Le changement de votre adresse e-mail a été annulé',
      text: 'Le portefeuille ne s’ouvre plus avec cette adresse e-mail. Le propriétaire de la précédente a annulé le changement.',
    },
    'device.revoked': {
      title: 'Un navigateur a été déconnecté de votre portefeuille',
      text: 'Il a besoin d’un lien par e-mail et d’un code pour se reconnecter.',
    },
    'resume.reused': {
      title: 'Une session de votre portefeuille a été utilisée deux fois',
      text: 'Quelqu’un l’a peut-être copiée depuis une application. La session a été fermée aux deux endroits.',
    },
    'export.done': {
      title: 'Votre phrase de récupération a été affichée',
      text: 'Quelqu’un connecté à votre compte a vu la phrase de récupération. Quiconque a ces mots contrôle votre portefeuille pour toujours. Si ce n’était pas vous, déplacez vos actifs vers un autre portefeuille maintenant.',
    },
    'recovery.printed': {
      title: 'Un code de récupération a été créé pour votre portefeuille',
      text: 'Quiconque a ce code peut déplacer votre portefeuille vers une autre adresse e-mail en 72 heures. Il remplace tout code précédent.',
    },
    'recovery.started': {
      title: 'Votre portefeuille change d’adresse e-mail',
      text: 'Quelqu’un a utilisé votre code de récupération. Dans 72 heures, votre portefeuille appartiendra à une autre adresse e-mail.',
    },
    'recovery.started.next': {
      title: 'Un portefeuille arrive à votre adresse e-mail',
      text: 'Quelqu’un déplace son portefeuille vers cette adresse e-mail avec un code de récupération. Connectez-vous avec elle dans 72 heures. Si ce n’était pas vous, ignorez cet e-mail.',
    },
    'recovery.cancelled': {
      title: 'La récupération de votre portefeuille a été annulée',
      text: 'Votre portefeuille garde son adresse e-mail. Le code de récupération utilisé n’est plus valable : créez-en un nouveau.',
    },
    'recovery.done': {
      title: 'Votre portefeuille est passé à cette adresse e-mail',
      text: 'Il a été récupéré avec son code de récupération. Tous les navigateurs connectés auparavant ont été déconnectés.',
    },
    'recovery.done.former': {
      title: 'Votre portefeuille est passé à une autre adresse e-mail',
      text: 'Il a été récupéré avec son code de récupération. Vous ne vous connectez plus avec cette adresse e-mail.',
    },
    'seal.asked': {
      title: 'Votre portefeuille va être scellé',
      text: 'Quelqu’un connecté sous votre nom a demandé de sceller votre portefeuille avec un code imprimé. Cela prend effet dans 24 heures. À partir de là, personne n’ouvre le portefeuille sans ce code ou une clé d’accès, et personne ne peut le restaurer. Si une nouvelle phrase de récupération a été demandée, le portefeuille reçoit aussi de nouvelles adresses ; les anciennes restent les vôtres.',
    },
    'seal.cancelled': {
      title: 'Le scellement de votre portefeuille a été annulé',
      text: 'Votre portefeuille reste tel quel : aucun code imprimé n’est nécessaire pour l’utiliser.',
    },
    'seal.made': {
      title: 'Votre portefeuille a été scellé',
      text: 'Désormais, il ne signe qu’après avoir été déverrouillé avec son propre code ou sa clé d’accès. Qui les perd tous perd le portefeuille.',
    },
    'seal.added': {
      title: 'Votre portefeuille scellé a une autre clé',
      text: 'Quelqu’un a ajouté un code ou une clé d’accès qui déverrouille votre portefeuille.',
    },
    'seal.removed': {
      title: 'Votre portefeuille n’est plus scellé',
      text: 'Il signe sans être déverrouillé au préalable.',
    },
    'seal.undone': {
      title: 'Le sceau de votre portefeuille a été retiré',
      text: 'Il avait été posé après le changement de votre adresse e-mail, et ce changement a été annulé. Votre portefeuille signe sans être déverrouillé au préalable.',
    },
    'wallet.created': {
      title: 'Votre portefeuille est scellé et a de nouvelles adresses',
      text: 'Désormais, il ne signe qu’après avoir été déverrouillé avec son propre code ou sa clé d’accès. Qui les perd tous perd le portefeuille. Ce qui se trouve aux anciennes adresses est toujours à vous : déplacez-le et donnez les nouvelles adresses à ceux qui vous paient.',
    },
    'wallet.chosen': {
      title: 'Votre portefeuille utilise d’autres adresses',
      text: 'Quelqu’un connecté sous votre nom a basculé entre votre portefeuille d’avant la nouvelle phrase de récupération et le nouveau. Ce qui se trouve à ces adresses est toujours à vous.',
    },
    'wallet.imported': {
      title: 'Votre portefeuille utilise des adresses importées',
      text: 'Quelqu’un connecté sous votre compte a importé une phrase de récupération ou une clé privée. Ce qui se trouve à vos anciennes adresses vous appartient toujours : revenez-y sur la page de votre portefeuille. Si ce n’était pas vous, gelez votre portefeuille et n’envoyez rien aux nouvelles adresses.',
    },
    'unlock.asked': {
      title: 'Un nouveau navigateur demande à déverrouiller votre portefeuille',
      text: 'Confirmez-le dans les 30 minutes sur la page de votre portefeuille, dans un navigateur que vous utilisez depuis plus d’un jour.',
    },
    'unlock.approved': {
      title: 'Un nouveau navigateur peut déverrouiller votre portefeuille',
      text: 'Quelqu’un l’a confirmé dans un navigateur déjà connu. Il lui faut toujours votre code imprimé ou une clé d’accès.',
    },
    'transfer.held': {
      title: 'Un transfert de votre portefeuille est en attente',
      text: 'Quelqu’un connecté à votre compte a approuvé un transfert. Il est en attente et pourra être fait ensuite.',
    },
    'transfer.cancelled': {
      title: 'Un transfert de votre portefeuille a été annulé',
      text: 'Rien n’a été envoyé. Le navigateur qui a demandé le transfert a été déconnecté.',
    },
    'limit.reached': {
      title: 'Votre portefeuille a atteint sa limite quotidienne',
      text: 'Une demande d’envoyer plus que ce que votre portefeuille peut envoyer en un jour a été refusée. Rien n’a été envoyé.',
    },
    'permission.granted': {
      title: 'Une application peut désormais agir pour vous',
      text: 'Quelqu’un connecté à votre compte a autorisé cette application à dépenser ou à appeler des contrats dans certaines limites, sans redemander.',
    },
    'permission.revoked': {
      title: 'Une autorisation d’une application a été révoquée',
      text: 'L’application ne peut plus agir pour vous sans demander.',
    },
    'selfCustody.on': {
      title: 'Votre compte intelligent appartient désormais à une clé d’accès',
      text: 'Quelqu’un connecté à votre compte a activé l’autoconservation. Votre compte intelligent a une nouvelle adresse, et seuls une clé d’accès de votre portefeuille ou le code de récupération peuvent envoyer depuis celle-ci.',
    },
    'selfCustody.off': {
      title: 'L’autoconservation de votre compte intelligent a été désactivée',
      text: 'Quelqu’un connecté à votre compte a désactivé l’autoconservation. Votre portefeuille utilise de nouveau l’adresse précédente. Ce qui se trouve à l’autre adresse y reste, et seuls ses clés d’accès et son code de récupération peuvent l’envoyer.',
    },
    'selfCustody.changed': {
      title: 'Les propriétaires de votre compte intelligent ont changé',
      text: 'Sur l’un des réseaux, les clés d’accès qui peuvent envoyer depuis votre compte intelligent ont changé. L’une de ses clés d’accès ou son code de récupération a été utilisé pour cela. Si ce n’était pas vous, envoyez ce qui s’y trouve vers un autre compte.',
    },
    'selfCustody.guarded': {
      title: 'Les gardiens de votre compte intelligent ont changé',
      text: 'Sur l’un des réseaux, les personnes qui peuvent ensemble donner un nouveau propriétaire à votre compte intelligent ont changé.',
    },
    'selfCustody.requested': {
      title: 'Vos gardiens veulent remplacer le propriétaire de votre compte intelligent',
      text: 'Suffisamment de vos gardiens ont demandé qu’une autre clé d’accès reprenne votre compte intelligent sur l’un des réseaux. Si vous ne le leur avez pas demandé, annulez-le sur la page de votre portefeuille avant la fin du délai d’attente.',
    },
    'factor.added': {
      title: 'Votre portefeuille a un second facteur',
      text: 'Quelqu’un connecté à votre compte a ajouté un second facteur. Désormais, une connexion dans un nouveau navigateur et les changements importants demandent aussi cette application d’authentification ou une clé d’accès.',
    },
    'factor.changed': {
      title: 'Vos seconds facteurs ont été modifiés',
      text: 'Quelqu’un connecté à votre compte a activé ou désactivé une application d’authentification ou les clés d’accès, et l’a confirmé avec un second facteur. Votre portefeuille en a toujours un.',
    },
    'factor.removed': {
      title: 'Votre portefeuille n’a plus de second facteur',
      text: 'Les nouveaux navigateurs se connectent sans lui, et les transferts et les modifications ne le demandent plus.',
    },
    'factor.renewed': {
      title: 'Vos codes de secours ont été remplacés',
      text: 'Les anciens codes ne fonctionnent plus.',
    },
    'factor.limited': {
      title: 'La limite de votre second facteur a été modifiée',
      text: 'Quelqu’un connecté à votre compte a modifié le montant que votre portefeuille envoie sans second facteur.',
    },
    'factor.codeUsed': {
      title: 'Un code de secours de votre portefeuille a été utilisé',
      text: 'Quelqu’un l’a utilisé à la place de votre second facteur. Il fonctionne une fois. Créez-en de nouveaux sur la page de votre portefeuille avant de les épuiser.',
    },
    'factor.refused': {
      title: 'Quelqu’un essaie de deviner le code de votre second facteur',
      text: 'Cette personne peut se connecter à votre place, mais n’a pas votre second facteur. Sécurisez votre compte e-mail ou votre connexion. Rien n’a été ouvert ni envoyé.',
    },
    'factor.lost': {
      title: 'Votre second facteur sera supprimé',
      text: 'Quelqu’un connecté à votre place l’a déclaré perdu. Il est supprimé dans 72 heures et reste nécessaire jusque-là.',
    },
    'factor.kept': {
      title: 'Votre second facteur est conservé',
      text: 'Il n’a pas été supprimé : la déclaration de perte a été annulée.',
    },
    'factor.gone': {
      title: 'Votre second facteur a été supprimé',
      text: 'Il a été déclaré perdu il y a 72 heures. Les nouveaux navigateurs se connectent sans lui. Configurez-en un nouveau sur la page de votre portefeuille.',
    },
    'devices.revoked': {
      title: 'Tous les navigateurs ont été déconnectés de votre portefeuille',
      text: 'Le fournisseur du portefeuille l’a fait. Chaque navigateur a besoin d’un lien par e-mail et d’un code pour se reconnecter.',
    },
    'user.frozen': {
      title: 'Le fournisseur a gelé votre portefeuille',
      text: 'Rien n’est signé, exporté ni modifié, et personne ne peut se connecter. Contactez l’assistance du fournisseur du portefeuille.',
    },
    'user.unfrozen': {
      title: 'Le fournisseur a levé le gel de votre portefeuille',
      text: 'Il peut à nouveau signer.',
    },
    'wallet.frozen': {
      title: 'Votre portefeuille est gelé',
      text: 'Rien n’est signé, exporté ni modifié, et aucun nouveau navigateur ne peut se connecter. Le gel prend fin après 72 heures. Vous pouvez y mettre fin plus tôt sur la page de votre portefeuille, dans un navigateur connu un jour avant.',
    },
    'wallet.unfrozen': {
      title: 'Votre portefeuille n’est plus gelé',
      text: 'Il peut à nouveau signer.',
    },
  },
  acts: {
    revoke: {
      label: 'Déconnecter ce navigateur',
      advice:
        'Si ce n’était pas vous, sécurisez d’abord votre compte e-mail ou votre connexion, puis déconnectez ce navigateur.',
      question: 'Déconnecter ce navigateur ?',
      lead: 'Il aura besoin d’un lien par e-mail et d’un code pour se reconnecter.',
      done: 'Ce navigateur est déconnecté',
    },
    undo: {
      label: 'Annuler ce changement',
      advice:
        'Si ce n’était pas vous, sécurisez d’abord votre compte e-mail, puis annulez ceci. Vous avez 72 heures pour le faire.',
      question: 'Annuler le changement de votre adresse e-mail ?',
      lead: 'Vous vous connectez à nouveau avec cette adresse e-mail. Tous les navigateurs sont déconnectés, et ceux arrivés avec le changement ne sont plus connus.',
      done: 'Le changement a été annulé',
    },
    cancel: {
      label: 'Annuler la récupération',
      advice: 'Si ce n’était pas vous, annulez la récupération. Si c’était vous, ne faites rien.',
      question: 'Annuler la récupération ?',
      lead: 'Votre portefeuille garde son adresse e-mail. Le code de récupération utilisé n’est plus valable : créez-en un nouveau.',
      done: 'La récupération est annulée',
    },
    unlink: {
      label: 'Retirer cette connexion',
      advice: 'Si ce n’était pas vous, sécurisez d’abord votre compte e-mail, puis retirez cette connexion.',
      question: 'Retirer cette connexion de votre portefeuille ?',
      lead: 'Elle n’ouvre plus votre portefeuille, et les navigateurs connectés avec elle sont déconnectés.',
      done: 'Cette connexion est retirée',
    },
    hold: {
      label: 'Annuler le transfert',
      advice:
        'Si ce n’était pas vous, annulez le transfert. Si c’était vous, ne faites rien et demandez-le à nouveau après cette heure.',
      question: 'Annuler le transfert ?',
      lead: 'Les transferts en attente ne sont jamais faits, et le navigateur qui les a demandés est déconnecté.',
      done: 'Le transfert est annulé',
    },
    permission: {
      label: 'Révoquer l’autorisation',
      advice: 'Si ce n’était pas vous, révoquez l’autorisation.',
      question: 'Révoquer cette autorisation ?',
      lead: 'L’application ne peut plus agir pour vous sans demander. Ce qu’elle a déjà fait reste.',
      done: 'L’autorisation est révoquée',
    },
    seal: {
      label: 'Annuler le scellement',
      advice:
        'Si ce n’était pas vous, annulez-le avant qu’il prenne effet, puis sécurisez votre compte e-mail. Si c’était vous, gardez le code imprimé en lieu sûr et ne faites rien.',
      question: 'Annuler le scellement de votre portefeuille ?',
      lead: 'Le portefeuille reste tel quel : aucun code imprimé n’est nécessaire pour l’utiliser. Le navigateur qui l’a demandé est déconnecté.',
      done: 'Votre portefeuille reste tel quel',
    },
    factor: {
      label: 'Le supprimer',
      advice: 'Si ce n’était pas vous, supprimez le second facteur. C’est possible pendant 72 heures.',
      question: 'Supprimer le second facteur ?',
      lead: 'Il n’est plus nécessaire pour utiliser votre portefeuille. Le navigateur qui l’a ajouté est déconnecté.',
      done: 'Le second facteur est supprimé',
    },
    keep: {
      label: 'Conserver mon second facteur',
      advice:
        'Si ce n’était pas vous, conservez-le, puis sécurisez votre compte e-mail ou votre connexion. Si c’était vous, ne faites rien.',
      question: 'Conserver votre second facteur ?',
      lead: 'Il n’est pas supprimé. Le navigateur qui l’a déclaré perdu est déconnecté.',
      done: 'Votre second facteur est conservé',
    },
    freeze: {
      label: 'Geler mon portefeuille',
      advice: 'Si ce n’était pas vous, gelez votre portefeuille.',
      question: 'Geler votre portefeuille ?',
      lead: 'Pendant 72 heures, rien n’est signé, exporté ni modifié, et aucun nouveau navigateur ne peut se connecter. Vous pouvez y mettre fin plus tôt sur la page de votre portefeuille, dans un navigateur connu un jour avant.',
      done: 'Votre portefeuille est gelé',
    },
  },
  emailLogin: 'E-mail',
  passkeyLogin: 'Clé d’accès',
  wallet: 'La page de votre portefeuille : navigateurs, connexions et avis',
  page: {
    gone: 'Ce lien n’est plus valable',
    goneLead: 'Il a déjà été utilisé ou a expiré.',
    next: 'Si vous n’avez pas fait cela vous-même, sécurisez aussi votre compte e-mail.',
    wasYou: 'Si c’était vous, fermez cette page : rien ne change.',
  },
}
