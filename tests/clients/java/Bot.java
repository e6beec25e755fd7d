import arbiter.ApiClient;
import arbiter.api.GamesApi;
import arbiter.api.RefereeApi;
import arbiter.api.SessionsApi;
import arbiter.model.*;
import java.util.List;
import java.util.Random;

/**
 * Plays a random game of every title on the generated Java client, then the first moves of a session. Usage: java Bot URL
 */
public class Bot {
  private final String address;
  private final RefereeApi referee;
  private final SessionsApi sessions;
  private final GamesApi games;
  private final Random chance = new Random(1);

  Bot(String address) {
    this.address = address;
    ApiClient client = client();
    referee = new RefereeApi(client);
    sessions = new SessionsApi(client);
    games = new GamesApi(client);
  }

  public static void main(String[] arguments) throws Exception {
    Bot bot = new Bot(arguments[0]);
    for (GameSummary game : bot.games.listGames(null, null, null).getGames()) {
      Outcome outcome = bot.play(game.getId());
      System.out.println(game.getId() + ": scores " + outcome.getScores() + ", ranking " + outcome.getRanking());
    }
    System.out.println("session: " + bot.openSession() + " entries");
  }

  private ApiClient client() {
    ApiClient client = new ApiClient();
    client.updateBaseUri(address);
    return client;
  }

  private Outcome play(GameId game) throws Exception {
    Position start = referee.createGame(game, new NewGameRequest().seats(2).seed(1L), null, null, null, null, null);
    return switch (game) {
      case HELIOS -> play(start.getHeliosPosition());
      case ORBIS -> play(start.getOrbisPosition());
      case BLUE_MOON_CITY -> play(start.getBlueMoonCityPosition());
    };
  }

  private Outcome play(HeliosPosition position) throws Exception {
    while (position.getOutcome() == null) {
      HeliosMoveRequest request = new HeliosMoveRequest().state(position.getState()).move(any(position.getLegalMoves()));
      position = makeMoves(GameId.HELIOS, new MovesRequest(request)).getHeliosPosition();
    }
    return position.getOutcome();
  }

  private Outcome play(OrbisPosition position) throws Exception {
    while (position.getOutcome() == null) {
      OrbisMoveRequest request = new OrbisMoveRequest().state(position.getState()).move(any(position.getLegalMoves()));
      position = makeMoves(GameId.ORBIS, new MovesRequest(request)).getOrbisPosition();
    }
    return position.getOutcome();
  }

  private Outcome play(BlueMoonCityPosition position) throws Exception {
    while (position.getOutcome() == null) {
      BlueMoonCityMoveRequest request = new BlueMoonCityMoveRequest().state(position.getState()).move(any(position.getLegalMoves()));
      position = makeMoves(GameId.BLUE_MOON_CITY, new MovesRequest(request)).getBlueMoonCityPosition();
    }
    return position.getOutcome();
  }

  private Position makeMoves(GameId game, MovesRequest request) throws Exception {
    return referee.makeMoves(game, request, null, null, null, null, null);
  }

  private <T> T any(List<T> moves) {
    return moves.get(chance.nextInt(moves.size()));
  }

  /** Creates a session of two people, makes a move for the one to act, and returns how many entries the log then has. */
  private int openSession() throws Exception {
    SeatRequest human = new SeatRequest().kind(SeatKind.HUMAN);
    OrbisNewSessionRequest request = new OrbisNewSessionRequest().game(OrbisGameId.ORBIS).seats(List.of(human, human)).seed(1L);
    OrbisNewSession session = sessions.createSession(new NewSessionRequest(request), null, null, null, null, null).getOrbisNewSession();
    String token = session.getSeats().get(session.getToAct().getSeat()).getToken();
    ApiClient client = client();
    client.setRequestInterceptor(sent -> sent.header("Authorization", "Bearer " + token));
    SessionsApi mine = new SessionsApi(client);
    OrbisSession seen = mine.getSession(session.getId(), null, null, null, null, null).getOrbisSession();
    SessionMoveRequest move = new SessionMoveRequest().move(new Move(any(seen.getLegalMoves())));
    String version = "\"" + seen.getVersion() + "\"";
    mine.makeSessionMoves(session.getId(), version, new SessionMovesRequest(move), null, null, null, null, null);
    return mine.getSessionHistory(session.getId(), 0, null, null, null, null).getEntries().size();
  }
}
