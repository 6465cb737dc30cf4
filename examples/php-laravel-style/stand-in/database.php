<?php

/* Stand-ins for the parts of Eloquent and migrations that app/ and database/ use, with SQLite. */

declare(strict_types=1);

namespace Illuminate\Support\Facades {

    use Illuminate\Database\Query\Expression;
    use Illuminate\Database\Schema\Blueprint;

    final class DB
    {
        private static ?\PDO $connection = null;

        public static function raw(string $sql): Expression
        {
            return new Expression($sql);
        }

        public static function run(string $sql, array $values): \PDOStatement
        {
            $statement = self::connection()->prepare($sql);
            $statement->execute($values);
            return $statement;
        }

        private static function connection(): \PDO
        {
            if (self::$connection === null) {
                $file = getenv('DATABASE_FILE') ?: __DIR__ . '/../database/orders.sqlite';
                // Waits up to ten seconds while another request writes.
                self::$connection = new \PDO("sqlite:$file", options: [\PDO::ATTR_TIMEOUT => 10]);
                foreach (glob(__DIR__ . '/../database/migrations/*.php') as $migration) {
                    (require $migration)->up();
                }
            }
            return self::$connection;
        }
    }

    final class Schema
    {
        public static function create(string $table, callable $define): void
        {
            $blueprint = new Blueprint();
            $define($blueprint);
            DB::run("CREATE TABLE IF NOT EXISTS $table (" . implode(', ', $blueprint->columns) . ')', []);
        }
    }
}

namespace Illuminate\Database\Migrations {

    abstract class Migration
    {
    }
}

namespace Illuminate\Database\Schema {

    class Blueprint
    {
        public array $columns = [];

        public function id(): void
        {
            $this->columns[] = 'id INTEGER PRIMARY KEY';
        }

        public function timestamps(): void
        {
            array_push($this->columns, 'created_at TEXT', 'updated_at TEXT');
        }

        /** A column, or a modifier of the last column. */
        public function __call(string $word, array $arguments): self
        {
            if (in_array($word, ['string', 'unsignedInteger'], true)) {
                $this->columns[] = $arguments[0] . ($word === 'string' ? ' TEXT' : ' INTEGER');
                return $this;
            }
            $more = ['unique' => ' UNIQUE', 'nullable' => '', 'default' => " DEFAULT '" . ($arguments[0] ?? '') . "'"];
            $this->columns[array_key_last($this->columns)] .= $more[$word];
            return $this;
        }
    }
}

namespace Illuminate\Database\Query {

    class Expression
    {
        public function __construct(public readonly string $sql)
        {
        }
    }
}

namespace Illuminate\Database\Eloquent {

    use Illuminate\Database\Query\Expression;
    use Illuminate\Support\Facades\DB;
    use Symfony\Component\HttpKernel\Exception\HttpException;

    class Builder
    {
        private array $conditions = [];
        private array $values = [];

        public function __construct(private string $model, private string $table)
        {
        }

        public function where(string $column, mixed $operator, mixed $value = null): self
        {
            [$operator, $value] = func_num_args() === 2 ? ['=', $operator] : [$operator, $value];
            $this->conditions[] = "$column $operator ?";
            $this->values[] = $value;
            return $this;
        }

        public function update(array $changes): int
        {
            $isRaw = fn (mixed $value): bool => $value instanceof Expression;
            $set = fn ($name) => "$name = " . ($isRaw($changes[$name]) ? $changes[$name]->sql : '?');
            $given = array_values(array_filter($changes, fn ($value) => !$isRaw($value)));
            $sets = implode(', ', array_map($set, array_keys($changes)));
            $sql = "UPDATE {$this->table} SET $sets" . $this->condition();
            return DB::run($sql, [...$given, ...$this->values])->rowCount();
        }

        public function firstOrFail(): Model
        {
            $select = "SELECT * FROM {$this->table}" . $this->condition();
            $row = DB::run($select, $this->values)->fetch(\PDO::FETCH_ASSOC);
            return $row ? new $this->model($row) : throw new HttpException(404, 'We know no order by this number.');
        }

        private function condition(): string
        {
            return ' WHERE ' . implode(' AND ', $this->conditions);
        }
    }

    abstract class Model
    {
        protected $fillable = [];
        protected $attributes = [];

        final public function __construct(array $attributes = [])
        {
            $this->attributes = [...$this->attributes, ...$attributes];
        }

        public function __get(string $name): mixed
        {
            return $this->attributes[$name] ?? null;
        }

        public static function where(string $column, mixed ...$rest): Builder
        {
            return (new Builder(static::class, self::table()))->where($column, ...$rest);
        }

        public static function create(array $given): static
        {
            $model = new static();
            $model->attributes = [...$model->attributes, ...array_intersect_key($given, array_flip($model->fillable))];
            $names = implode(', ', array_keys($model->attributes));
            $marks = implode(', ', array_fill(0, count($model->attributes), '?'));
            DB::run('INSERT INTO ' . self::table() . " ($names) VALUES ($marks)", array_values($model->attributes));
            $id = DB::run('SELECT last_insert_rowid()', [])->fetchColumn();
            return static::where('id', $id)->firstOrFail();
        }

        public function update(array $changes): void
        {
            static::where('id', $this->id)->update($changes);
            $this->refresh();
        }

        public function refresh(): static
        {
            $this->attributes = static::where('id', $this->id)->firstOrFail()->attributes;
            return $this;
        }

        public function only(array $names): array
        {
            return array_intersect_key($this->attributes, array_flip($names));
        }

        /** `orders` for App\Models\Order. */
        private static function table(): string
        {
            return strtolower(substr((string) strrchr(static::class, '\\'), 1)) . 's';
        }
    }
}
