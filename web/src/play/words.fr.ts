// Words of the playing screen, in French.
export const playFr = {
  'play.home': 'Retour à l’accueil',
  'play.nowhere': 'Il n’y a rien à cette adresse.',
  'play.undo': 'Annuler',
};
